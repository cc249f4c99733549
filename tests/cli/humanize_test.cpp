// SPDX-License-Identifier: MIT
#include "hone/cli/humanize.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hone::cli {
namespace {

TEST(DurationText, HasTheUnitThatFits) {
  EXPECT_EQ(duration_text(0.004), "4ms");
  EXPECT_EQ(duration_text(0.42), "0.42s");
  EXPECT_EQ(duration_text(5), "5.0s");
  EXPECT_EQ(duration_text(12.4), "12s");
  EXPECT_EQ(duration_text(59.7), "1m 00s");
  EXPECT_EQ(duration_text(200), "3m 20s");
  EXPECT_EQ(duration_text(7500), "2h 05m");
  EXPECT_EQ(duration_text(4 * 3600 + 3 * 86400), "3d 4h");
  EXPECT_EQ(duration_text(std::nan("")), "?");
  EXPECT_EQ(duration_text(-1), "?");
}

TEST(AgoText, CountsBackwards) {
  EXPECT_EQ(ago_text(1000, 2000), "just now");
  EXPECT_EQ(ago_text(0, 30'000), "30s ago");
  EXPECT_EQ(ago_text(0, 300'000), "5m ago");
  EXPECT_EQ(ago_text(0, 7'200'000), "2h ago");
  EXPECT_EQ(ago_text(0, 3 * 86'400'000LL), "3d ago");
}

}  // namespace
}  // namespace hone::cli
