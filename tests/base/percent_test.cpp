// SPDX-License-Identifier: MIT
#include "hone/base/percent.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TEST(Percent, LeavesNothingThatAPathWouldTakeApart) {
  EXPECT_EQ(percent_encoded("a/b:c d"), "a%2Fb%3Ac%20d");
  EXPECT_EQ(percent_encoded("svm-1.2_x~"), "svm-1.2_x~");
}

TEST(Percent, EncodingReturnsTheText) {
  for (const std::string text : {"plain", "a/b", "a:b#c", "\xc3\xa4 %", "\n"})
    EXPECT_EQ(percent_decoded(percent_encoded(text)), text);
  EXPECT_FALSE(percent_decoded("%"));
  EXPECT_FALSE(percent_decoded("%4"));
  EXPECT_FALSE(percent_decoded("%00"));
}

}  // namespace
}  // namespace hone
