// SPDX-License-Identifier: MIT
#include "bench/quality/statistics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "hone/analysis/hypothesis.hpp"
#include "support/near.hpp"

namespace hone::quality {
namespace {

// NumPy and SciPy 1.17: std(ddof=1), sem() * t.ppf(0.975, 4), rankdata().
TEST(Statistics, MatchSciPy) {
  const std::vector<double> values = {1.0, 2.5, 4.0, 8.0, 3.5};
  EXPECT_DOUBLE_EQ(mean(values), 3.8);
  EXPECT_TRUE(test::near_rel(deviation(values), 2.6124700955226263, 1e-14));
  EXPECT_TRUE(test::near_rel(half_width95(values), 3.2438100639943936, 1e-12));
  EXPECT_EQ(median(values), 3.5);
  EXPECT_EQ(median({4.0, 1.0, 2.0, 3.0}), 2.5);
  const std::vector<double> tied = {3, 1, 3, 2, 1, 1, 7};
  EXPECT_EQ(analysis::mean_ranks(tied), (std::vector<double>{5.5, 2, 5.5, 4, 2, 2, 7}));
}

TEST(Statistics, OfOneValueHaveNoSpread) {
  const std::vector<double> one = {2.0};
  EXPECT_EQ(deviation(one), 0.0);
  EXPECT_EQ(half_width95(one), 0.0);
}

TEST(Statistics, RankInfinitiesLast) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(analysis::mean_ranks(std::vector<double>{kInfinity, 1.0, kInfinity}),
            (std::vector<double>{2.5, 1, 2.5}));
}

// tests/reference/quality_wilcoxon.py prints these.
TEST(Wilcoxon, MatchesSciPyExactly) {
  struct Case {
    std::vector<double> differences;
    double p;
  };
  std::vector<double> forty;
  for (int i = 1; i <= 40; ++i) forty.push_back((i % 3 == 0 ? -1.0 : 1.0) * (i + 0.5));
  const std::vector<Case> cases = {
      {{0.1, 0.4, 0.2, 0.9, 0.3}, 0.0625},
      {{-1.5, 2.25, 0.5, -0.25, 3.0, 4.5, -0.75, 1.25}, 0.25},
      {{5.1, -2.2, 3.3, 8.9, -1.7, 0.6, 7.4, 6.2, -0.3, 4.8, 9.5, -3.9}, 0.05224609375},
      {{1, -1, 2, 2, 3, -2, 4, 5, 1}, 0.08203125},        // ties
      {{0, 1, -1, 2, 2, 3, 0, -2, 4, 5, 1}, 0.08203125},  // zeros are left out
      {forty, 0.06616061626664305},
  };
  for (const auto& [differences, p] : cases) EXPECT_TRUE(test::near_rel(wilcoxon(differences).p, p, 1e-13));
}

TEST(Wilcoxon, IsNormalForManyPairs) {
  std::vector<double> sixty;
  for (int i = 1; i <= 60; ++i) sixty.push_back((i % 3 == 0 ? -1.0 : 1.0) * (i % 17 + 1));
  EXPECT_TRUE(test::near_rel(wilcoxon(sixty).p, 0.030940154444351966, 1e-12));
}

TEST(Wilcoxon, SaysNothingWithoutDifferences) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Wilcoxon result = wilcoxon(std::vector<double>{0.0, nan, 0.0});
  EXPECT_EQ(result.pairs, 0);
  EXPECT_EQ(result.p, 1.0);
}

TEST(Wilcoxon, CannotBeSignificantWithFivePairs) {
  EXPECT_EQ(least_p(5), 0.0625);
  EXPECT_LT(least_p(6), 0.05);
}

RC_GTEST_PROP(Wilcoxon, IsTheSameForBothSides, ()) {
  const auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-20, 21));
  std::vector<double> there(numbers.begin(), numbers.end());
  std::vector<double> back;
  for (const double d : there) back.push_back(-d);
  const Wilcoxon a = wilcoxon(there);
  const Wilcoxon b = wilcoxon(back);
  RC_ASSERT(std::abs(a.p - b.p) <= 1e-12);
  RC_ASSERT(a.p > 0.0 && a.p <= 1.0);
  RC_ASSERT(a.plus + b.plus == a.pairs * (a.pairs + 1) / 2.0);
}

RC_GTEST_PROP(Ranks, SumToTheSameWhateverTheTies, ()) {
  const auto numbers = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5)));
  const auto rank = analysis::mean_ranks(std::vector<double>(numbers.begin(), numbers.end()));
  const auto n = static_cast<double>(numbers.size());
  RC_ASSERT(std::accumulate(rank.begin(), rank.end(), 0.0) == n * (n + 1.0) / 2.0);
}

TEST(Welch, EqualsSciPy) {
  // scipy.stats.ttest_ind_from_stats(..., equal_var=False)
  EXPECT_NEAR(welch_p({2.5456, 1.19, 100}, {4.55, 1.26, 100}) / 5.916861847878206e-24, 1.0, 1e-8);
  EXPECT_NEAR(welch_p({-744.58, 90.2, 100}, {-735.5, 28.6, 100}), 0.3392213586184981, 1e-12);
  EXPECT_NEAR(welch_p({1.5, 0.7, 5}, {2.4, 0.2, 100}), 0.045073031127770176, 1e-12);
  EXPECT_NEAR(welch_p({1.0, 0.5, 4}, {0.2, 0.0, 100}), 0.0493318429626962, 1e-12);
  EXPECT_NEAR(welch_p({1.5e-100, 0.7e-100, 5}, {2.4e-100, 0.2e-100, 100}), 0.045073031127770176, 1e-9)
      << "whatever the unit";
  EXPECT_EQ(welch_p({INFINITY, 1.0, 5}, {2.4, 0.2, 100}), 1.0);
  EXPECT_NEAR(welch_p({-744.58, 90.2, 100}, {-735.5, 28.6, 100}, 0.5), 0.3663856600910203, 1e-12)
      << "the slack makes the difference smaller";
}

TEST(Welch, DecidesWithoutSpread) {
  EXPECT_EQ(welch_p({1.0, 0.0, 9}, {1.1, 0.0, 9}), 0.0);
  EXPECT_EQ(welch_p({1.0, 0.0, 9}, {1.1, 0.0, 9}, 0.2), 1.0);
  EXPECT_EQ(welch_p({1.0, 0.0, 1}, {9.0, 0.1, 9}), 1.0) << "a single value says nothing of its spread";
}

}  // namespace
}  // namespace hone::quality
