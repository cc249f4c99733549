// SPDX-License-Identifier: MIT
#include "hone/base/error.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TEST(Error, SaysTheProblemAndTheRemedy) {
  const Error error(ErrorCode::InvalidSpace, "low is 3 and high is 2", "swap them");
  EXPECT_STREQ(error.what(), "low is 3 and high is 2; swap them");
  EXPECT_EQ(error.code(), ErrorCode::InvalidSpace);
}

TEST(Error, GainsThePlaceOnItsWayUp) {
  const Error error(ErrorCode::InvalidSpace, "low is 3 and high is 2", "swap them");
  const Error placed = error.within("parameters.C").within("study.yaml:4");
  EXPECT_STREQ(placed.what(), "study.yaml:4: parameters.C: low is 3 and high is 2; swap them");
  EXPECT_EQ(placed.code(), ErrorCode::InvalidSpace);
}

}  // namespace
}  // namespace hone
