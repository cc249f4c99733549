// SPDX-License-Identifier: MIT
#include "hone/plot/chart.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "hone/plot/scale.hpp"

namespace hone::plot {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// numpy.percentile([1, 2, 3, 4, 5, 6, 7, 30], [25, 50, 75]) = 2.75, 4.5, 6.25; whiskers reach 1 and 7.
TEST(Summarize, GivesQuartilesWhiskersAndOutliers) {
  const BoxSummary box = summarize(std::vector<double>{30, 1, 2, 3, kNaN, 4, 5, 6, 7});
  EXPECT_DOUBLE_EQ(box.lower, 2.75);
  EXPECT_DOUBLE_EQ(box.median, 4.5);
  EXPECT_DOUBLE_EQ(box.upper, 6.25);
  EXPECT_DOUBLE_EQ(box.whisker_low, 1);
  EXPECT_DOUBLE_EQ(box.whisker_high, 7);
  EXPECT_EQ(box.outliers, std::vector<double>{30});
}

TEST(Summarize, OfNothingHasNoNumbers) { EXPECT_TRUE(std::isnan(summarize({}).median)); }

TEST(FocusRange, LeavesOutTheFarWorstValues) {
  const std::vector<double> values{1, 2, 3, 4, 1e9};
  EXPECT_EQ(focus_range(values, false), (std::pair<double, double>{1, 10}));
  const std::vector<double> scores{-1e9, 0.5, 0.6, 0.7, 0.8};
  const auto range = focus_range(scores, true);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->first, -0.1, 1e-12);
  EXPECT_EQ(range->second, 0.8);
}

TEST(FocusRange, IsTheWholeRangeOfValuesThatBelongTogether) {
  EXPECT_EQ(focus_range(std::vector<double>{1, 2, 3}, false), (std::pair<double, double>{1, 3}));
  EXPECT_EQ(focus_range(std::vector<double>{1, 1, 1, 1, 9}, false), (std::pair<double, double>{1, 9}));
  EXPECT_FALSE(focus_range(std::vector<double>{kNaN}, false));
}

TEST(Scale, PlacesTheDataWithAMarginAndFixedEndsWithout) {
  const Scale free(Axis{}, {0, 10});
  EXPECT_LT(free.low(), 0);
  EXPECT_GT(free.high(), 10);
  const Scale fixed(Axis{.low = 0, .high = 10}, {3});
  EXPECT_EQ(fixed.place(0), 0);
  EXPECT_EQ(fixed.place(10), 1);
  EXPECT_EQ(fixed.place(20), 2);
}

TEST(Scale, OfALogarithmicAxisPlacesDecadesEqually) {
  const Scale scale(Axis{.scale = AxisScale::Log, .low = 1, .high = 100}, {});
  EXPECT_DOUBLE_EQ(scale.place(10), 0.5);
  EXPECT_TRUE(std::isnan(scale.place(0)));
  EXPECT_TRUE(std::isnan(scale.place(-1)));
}

TEST(Scale, NeverHasEqualEnds) {
  for (const std::vector<double>& data : {std::vector<double>{}, {0}, {5}, {-1e300, 1e300}, {kNaN}}) {
    const Scale linear(Axis{}, data);
    EXPECT_LT(linear.low(), linear.high());
    const Scale logarithmic(Axis{.scale = AxisScale::Log}, data);
    EXPECT_LT(logarithmic.low(), logarithmic.high());
  }
}

TEST(Scale, ShowsEveryCategoryOrEveryFew) {
  Axis axis{.categories = {"a", "b", "c", "d"}};
  EXPECT_EQ(Scale(axis, {}).ticks(10).size(), 4u);
  EXPECT_EQ(Scale(axis, {}).ticks(2).size(), 2u);
}

}  // namespace
}  // namespace hone::plot
