// SPDX-License-Identifier: MIT
#include "hone/plot/ticks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace hone::plot {
namespace {

std::string labels(const std::vector<Tick>& ticks) {
  std::string out;
  for (const Tick& tick : ticks) out += (out.empty() ? "" : " ") + tick.label;
  return out;
}

TEST(LinearTicks, AreRoundAndShareTheirDecimals) {
  EXPECT_EQ(labels(linear_ticks(0, 1, 5)), "0 0.2 0.4 0.6 0.8 1.0");
  EXPECT_EQ(labels(linear_ticks(-1.3, 2.2, 4)), "-1 0 1 2");
  EXPECT_EQ(labels(linear_ticks(0.101, 0.1049, 4)), "0.101 0.102 0.103 0.104");
  EXPECT_EQ(labels(linear_ticks(0, 1, 4)), "0 0.25 0.50 0.75 1.00");
}

TEST(LinearTicks, OfWholeNumbersAreWhole) {
  EXPECT_EQ(labels(linear_ticks(0, 3, 12, true)), "0 1 2 3");
  EXPECT_EQ(labels(linear_ticks(0, 10, 4, true)), "0 5 10");
}

TEST(LinearTicks, OfLargeAndSmallNumbersStayShort) {
  EXPECT_EQ(labels(linear_ticks(0, 100000, 4)), "0 25k 50k 75k 100k");
  EXPECT_EQ(labels(linear_ticks(0, 3e6, 3)), "0 1M 2M 3M");
  EXPECT_EQ(labels(linear_ticks(0, 4e12, 4)), "0 1e12 2e12 3e12 4e12");
  EXPECT_EQ(labels(linear_ticks(0, 4e-7, 4)), "0 1e-7 2e-7 3e-7 4e-7");
}

TEST(LinearTicks, OfAnEmptyIntervalAreNone) {
  EXPECT_TRUE(linear_ticks(1, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(2, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(-1.7e308, 1.7e308, 5).empty());
}

RC_GTEST_PROP(LinearTicks, LieInsideTheInterval, ()) {
  const double low = *rc::gen::inRange(-100000, 100000) / 7.0;
  const double width = *rc::gen::inRange(1, 1000000) / 1000.0;
  const int target = *rc::gen::inRange(2, 12);
  const std::vector<Tick> ticks = linear_ticks(low, low + width, target);
  RC_ASSERT(!ticks.empty());
  RC_ASSERT(static_cast<int>(ticks.size()) <= target + 2);
  for (const Tick& tick : ticks) {
    RC_ASSERT(tick.value >= low - 1e-6 * width);
    RC_ASSERT(tick.value <= low + width + 1e-6 * width);
  }
}

TEST(LogTicks, ArePowersOfTen) {
  EXPECT_EQ(labels(log_ticks(1e-5, 1e5, 20)), "10⁻⁵ 0.0001 0.001 0.01 0.1 1 10 100 1000 10000 10⁵");
  EXPECT_EQ(labels(log_ticks(1e-6, 1e6, 5, false)), "1e-6 0.001 1 1000 1e6");
}

TEST(LogTicks, OfAShortIntervalHaveTheirMultiples) {
  EXPECT_EQ(labels(log_ticks(0.9, 60, 8)), "1 2 5 10 20 50");
  EXPECT_EQ(labels(log_ticks(30, 39, 4)), "30.0 32.5 35.0 37.5") << "round numbers when there is no power";
}

TEST(LogTicks, MinorLinesAreTheMultiplesBetween) {
  EXPECT_EQ(log_minor(1, 10), (std::vector<double>{2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_TRUE(log_minor(1e-9, 1e9).empty());
}

}  // namespace
}  // namespace hone::plot
