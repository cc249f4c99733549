// SPDX-License-Identifier: MIT
#include "hone/learners/labels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hone/base/rng.hpp"
#include "learners/cases.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

VectorXd label_data() { return vector_of(reference::kLabelY); }

TEST(Labels, CarryTheWeightsOfTheDuplicatedRows) {
  const VectorXd y = label_data();
  EXPECT_NEAR(quantile(y, 1.0 / 3.0), reference::kLabelTau[0], 1e-15);
  const Labels labels = label_values(y, 1.0 / 3.0, Utility::Improvement);
  for (Index i = 0; i < y.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR(labels.weight[i] * labels.label[i], reference::kLabelGood[k], 1e-6);
    EXPECT_NEAR(labels.weight[i] * (1.0 - labels.label[i]), reference::kLabelPoor[k], 1e-6);
  }
}

// For n distinct values ceil((n - 1) / 3) are strictly below the quantile.
TEST(Labels, CallAThirdOfTheValuesGood) {
  for (const auto& [n, good] : {std::pair{1, 0}, {2, 1}, {3, 1}, {4, 1}, {5, 2}, {7, 2}, {8, 3}, {100, 33}}) {
    const VectorXd y = VectorXd::LinSpaced(n, 0.0, 5.0);
    const Labels labels = label_values(y, 1.0 / 3.0, Utility::Probability);
    EXPECT_EQ(labels.label.sum(), good) << n;
    EXPECT_EQ(labels.weight, VectorXd::Ones(n));
    EXPECT_EQ(labels.both_classes(), good > 0);
  }
}

TEST(Labels, DoNotDependOnScaleAndOrigin) {
  const VectorXd y = label_data();
  const Labels labels = label_values(y, 0.25, Utility::Improvement);
  for (const double scale : {4.0, 1024.0}) {
    const Labels other = label_values((scale * y).array(), 0.25, Utility::Improvement);
    EXPECT_EQ(other.label, labels.label);
    EXPECT_EQ(other.weight, labels.weight);
  }
  const Labels moved = label_values(3.0 * y.array() + 7.0, 0.25, Utility::Improvement);
  EXPECT_TRUE(moved.label.isApprox(labels.label, 1e-12));
}

TEST(Labels, OfEqualAndOfExtremeValuesAreNumbers) {
  EXPECT_FALSE(label_values(VectorXd::Constant(5, 2.0), 0.3, Utility::Improvement).both_classes());
  EXPECT_FALSE(label_values(VectorXd(0), 0.3, Utility::Improvement).both_classes());
  for (const double scale : {1e-300, 1e300, 1.7e308}) {
    const VectorXd y = Eigen::Vector4d(-scale, 0.0, 0.5 * scale, scale);
    const Labels labels = label_values(y, 0.5, Utility::Improvement);
    EXPECT_TRUE(labels.label.allFinite() && labels.weight.allFinite()) << scale;
    EXPECT_TRUE(labels.both_classes());
  }
}

TEST(Labels, OfCappedImprovementsAreNotRuledByOneLuckyValue) {
  Eigen::VectorXd values(13);
  values << -1000, 1, 2, 3, 4, 10, 11, 12, 13, 14, 15, 16, 17;  // below the threshold: the first four
  const Labels plain = label_values(values, 1.0 / 3.0, Utility::Improvement);
  const Labels capped = label_values(values, 1.0 / 3.0, Utility::CappedImprovement);
  const auto good = [](const Labels& labels, Eigen::Index i) { return labels.weight[i] * labels.label[i]; };
  // Excesses 1004, 3, 2, 1: their upper median is 3, the cap 9.
  EXPECT_NEAR(good(plain, 0) / good(plain, 1), 1004.0 / 3.0, 1e-3 * 1004.0 / 3.0);
  EXPECT_NEAR(good(capped, 0) / good(capped, 1), 3.0, 1e-5);
  EXPECT_NEAR(good(capped, 1) / good(capped, 3), 3.0, 1e-5);
  EXPECT_NEAR(capped.weight.sum(), plain.weight.sum(), 1e-9);
}

TEST(Thinned, KeepsTheBestAndStandsForTheRest) {
  Eigen::VectorXd values(10000);
  Rng rng(3);
  for (double& value : values) value = rng.normal();
  const Labels all = label_values(values, 1.0 / 3.0, Utility::Improvement);
  const auto [rows, labels] = thinned(all, 1000);
  ASSERT_EQ(rows.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_EQ(std::set<int>(rows.begin(), rows.end()).size(), 1000U);
  // The 500 best are all there, as they were.
  const double limit = quantile(values, 499.0 / 9999.0);
  int best = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (values[rows[i]] > limit) continue;
    ++best;
    EXPECT_EQ(labels.weight[static_cast<Eigen::Index>(i)], all.weight[rows[i]]);
    EXPECT_EQ(labels.label[static_cast<Eigen::Index>(i)], all.label[rows[i]]);
  }
  EXPECT_EQ(best, 500);
  // Both classes weigh what they did, but for chance.
  const auto good = [](const Labels& of) { return (of.weight.array() * of.label.array()).sum(); };
  EXPECT_NEAR(labels.weight.sum(), all.weight.sum(), 0.03 * all.weight.sum());
  EXPECT_NEAR(good(labels), good(all), 0.06 * good(all));
}

TEST(Thinned, LeavesFewAsTheyAre) {
  const Labels all = label_values(Eigen::VectorXd::LinSpaced(20, 0.0, 1.0), 0.5, Utility::Probability);
  const auto [rows, labels] = thinned(all, 20);
  EXPECT_EQ(rows.size(), 20U);
  EXPECT_EQ(labels.label, all.label);
  EXPECT_EQ(labels.weight, all.weight);
}

TEST(WithPoor, AddsRowsThatWeighWhatPoorOnesDo) {
  const Labels labels = with_poor(label_values(Eigen::Vector3d(1, 2, 3), 0.5, Utility::Improvement), 2);
  ASSERT_EQ(labels.size(), 5);
  EXPECT_EQ(labels.label[3], 0.0);
  EXPECT_EQ(labels.weight[4], labels.weight[2]);
  const Labels alone = with_poor({}, 1);
  EXPECT_EQ(alone.label[0], 0.0);
  EXPECT_EQ(alone.weight[0], 1.0);
}

}  // namespace
}  // namespace hone::learners
