// SPDX-License-Identifier: MIT
#include "hone/core/report.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hone {
namespace {

const std::vector<double> kTwo = {0.5, 12.0};

TEST(Report, HasOneValueOrOneForEachObjective) {
  const Report one{3, 0.5};
  EXPECT_EQ(one.values(), std::vector<double>{0.5});
  const Report two = Report::of(3, kTwo);
  EXPECT_EQ(two.size(), 2U);
  EXPECT_EQ(two.value, 0.5);
  EXPECT_EQ(two.value_of(1), 12.0);
  EXPECT_EQ(two.values(), kTwo);
  EXPECT_FALSE(one == two);
}

TEST(Report, CopiesHaveValuesOfTheirOwn) {
  Report first = Report::of(1, kTwo);
  const Report copy = first;
  first = {1, 7.0};
  EXPECT_EQ(copy.values(), kTwo);
  EXPECT_EQ(copy, Report::of(1, kTwo));
}

TEST(Report, IsFiniteWhenEveryValueIs) {
  EXPECT_TRUE(Report::of(1, kTwo).is_finite());
  EXPECT_FALSE(Report::of(1, std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()}).is_finite());
  EXPECT_FALSE((Report{1, std::numeric_limits<double>::infinity()}).is_finite());
}

TEST(Report, OfTheSameStepTheLastCounts) {
  std::vector<Report> reports;
  add_report(reports, {2, 0.2});
  add_report(reports, {1, 0.1});
  add_report(reports, Report::of(2, kTwo));
  EXPECT_EQ(reports, (std::vector<Report>{{1, 0.1}, Report::of(2, kTwo)}));
}

}  // namespace
}  // namespace hone
