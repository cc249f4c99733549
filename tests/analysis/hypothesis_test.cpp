// SPDX-License-Identifier: MIT
#include "hone/analysis/hypothesis.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/analysis_hypothesis.hpp"
#include "support/near.hpp"

namespace hone::analysis {
namespace {

using test::near_rel;

constexpr double kTolerance = 1e-10;

void expect(const std::optional<HypothesisTest>& test, double statistic, double p) {
  ASSERT_TRUE(test.has_value());
  EXPECT_TRUE(near_rel(test->statistic, statistic, kTolerance));
  EXPECT_TRUE(near_rel(test->p, p, kTolerance));
}

TEST(VarianceTests, EqualSciPy) {
  for (const reference::Groups& row : reference::kGroups) {
    SCOPED_TRACE(row.name);
    expect(levene(row.groups, Centre::Mean), row.levene_mean, row.levene_mean_p);
    expect(levene(row.groups, Centre::Median), row.levene_median, row.levene_median_p);
    expect(fligner_killeen(row.groups), row.fligner, row.fligner_p);
  }
}

TEST(VarianceTests, ForgetTheUnitOfTheValues) {
  for (const double unit : {1e-200, 1e200}) {
    for (const reference::Groups& row : reference::kGroups) {
      SCOPED_TRACE(row.name);
      Groups scaled = row.groups;
      for (auto& group : scaled) {
        for (double& value : group) value *= unit;
      }
      EXPECT_TRUE(near_rel(levene(scaled, Centre::Median)->statistic, row.levene_median, 1e-8));
    }
  }
}

TEST(VarianceTests, HaveNoAnswerWhereTheStatisticDoesNotExist) {
  const std::vector<Groups> cases = {
      {},                                                            // no groups
      {{1.0, 2.0, 4.0}},                                             // one group
      {{1.0, 2.0}, {}},                                              // an empty one
      {{3.0}, {4.0}},                                                // nothing repeated
      {{1.0, 1.0, 1.0}, {5.0, 5.0, 5.0}},                            // no noise
      {{1.0, 2.0}, {std::nan(""), 4.0}},                             // not a number
      {{1.0, 2.0}, {4.0, std::numeric_limits<double>::infinity()}},  // not finite
  };
  for (const Groups& groups : cases) {
    EXPECT_FALSE(levene(groups, Centre::Mean).has_value());
    EXPECT_FALSE(levene(groups, Centre::Median).has_value());
    EXPECT_FALSE(fligner_killeen(groups).has_value());
  }
}

TEST(VarianceTests, DoNotTakeTwoValuesInEachGroupForCertainty) {
  // Both lie equally far from their middle: nothing varies within a group, and SciPy says p = 0.
  EXPECT_FALSE(levene({{0.1, 0.2}, {10.0, 40.0}}, Centre::Mean).has_value());
  EXPECT_FALSE(levene({{0.1, 0.2}, {10.3, 40.7}, {5.5, 5.9}}, Centre::Median).has_value());
}

TEST(PairedT, EqualsSciPy) {
  for (const reference::Differences& row : reference::kDifferences) {
    const auto test = paired_t(row.values);
    ASSERT_TRUE(test.has_value());
    EXPECT_TRUE(near_rel(test->t, row.t, kTolerance));
    EXPECT_TRUE(near_rel(test->p_two_sided, row.p_two_sided, kTolerance));
    EXPECT_TRUE(near_rel(test->p_greater, row.p_greater, kTolerance));
  }
}

TEST(PairedT, IsLessSureWhenTheSplitsOverlap) {
  const std::vector<double> values = {0.1, 0.3, 0.2, 0.4, 0.25};
  // 1/5 + 1/4 instead of 1/5: t shrinks by the root of 0.2 / 0.45.
  EXPECT_TRUE(near_rel(paired_t(values, 0.25)->t, paired_t(values)->t * std::sqrt(0.2 / 0.45), 1e-13));
  EXPECT_GT(paired_t(values, 0.25)->p_two_sided, paired_t(values)->p_two_sided);
}

TEST(PairedT, AnswersForEqualDifferencesAndForTooFew) {
  EXPECT_FALSE(paired_t(std::vector<double>{1.0}).has_value());
  EXPECT_FALSE(paired_t(std::vector<double>{1.0, std::nan("")}).has_value());
  EXPECT_EQ(paired_t(std::vector<double>{0.0, 0.0})->p_two_sided, 1.0);
  EXPECT_EQ(paired_t(std::vector<double>{-2.0, -2.0})->p_two_sided, 0.0);
  EXPECT_EQ(paired_t(std::vector<double>{-2.0, -2.0})->p_greater, 1.0);
}

TEST(Correlation, KnowsItsEndsAndConstants) {
  const std::vector<double> a = {1.0, 2.0, 3.0};
  EXPECT_DOUBLE_EQ(correlation(a, std::vector<double>{2.0, 4.0, 6.0}), 1.0);
  EXPECT_DOUBLE_EQ(correlation(a, std::vector<double>{3.0, 2.0, 1.0}), -1.0);
  EXPECT_EQ(correlation(a, std::vector<double>{5.0, 5.0, 5.0}), 0.0);
  EXPECT_EQ(mean_ranks(std::vector<double>{2.0, 1.0, 2.0}), (std::vector<double>{2.5, 1.0, 2.5}));
}

}  // namespace
}  // namespace hone::analysis
