// SPDX-License-Identifier: MIT
#include "hone/base/words.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hone {
namespace {

TEST(ShortNumber, KeepsSignificantDigits) {
  EXPECT_EQ(short_number(0.123456789), "0.123457");
  EXPECT_EQ(short_number(120000), "120000");
  EXPECT_EQ(short_number(1.5e-9), "1.5e-09");
  EXPECT_EQ(short_number(std::nan("")), "nan");
  EXPECT_EQ(short_number(-INFINITY), "-inf");
}

TEST(Counted, KnowsOneFromMany) {
  EXPECT_EQ(counted(0, "trial"), "0 trials");
  EXPECT_EQ(counted(1, "trial"), "1 trial");
  EXPECT_EQ(counted(2, "trial"), "2 trials");
}

TEST(Counted, KnowsPluralsThatAreNotJustAnS) {
  EXPECT_EQ(counted(2, "study"), "2 studies");
  EXPECT_EQ(counted(5, "pass"), "5 passes");
}

TEST(Percent, IsRounded) {
  EXPECT_EQ(percent(0.416), "42 %");
  EXPECT_EQ(percent(1), "100 %");
}

}  // namespace
}  // namespace hone
