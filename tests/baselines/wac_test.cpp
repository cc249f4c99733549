// SPDX-License-Identifier: MIT
#include "hone/baselines/wac.hpp"

#include <gtest/gtest.h>

#include "hone/transfer/samplers.hpp"
#include "transfer/valleys.hpp"

namespace hone::baselines {
namespace {

TEST(StackingWeights, GoToTheModelsThatExplainTheValues) {
  const Eigen::VectorXd values{{-1.5, -0.5, 0.5, 1.5}};
  Eigen::MatrixXd means(4, 3);
  means.col(0) = values;
  means.col(1) = -values;                                  // upside down: never below 0
  means.col(2) = Eigen::VectorXd{{1.0, -1.0, -1.0, 1.0}};  // orthogonal: says nothing
  const transfer::Weighing weighing = stacking_weights(means, values);
  EXPECT_TRUE(weighing.weights.isApprox(Eigen::VectorXd{{1.0, 0.0, 0.0}})) << weighing.weights;
  EXPECT_EQ(weighing.dropped, std::vector<bool>({false, false}));
}

TEST(StackingWeights, AreSharedByModelsThatExplainAPartEach) {
  Eigen::MatrixXd means(4, 2);
  means.col(0) = Eigen::VectorXd{{1.0, 1.0, -1.0, -1.0}};
  means.col(1) = Eigen::VectorXd{{1.0, -1.0, 1.0, -1.0}};
  const transfer::Weighing weighing = stacking_weights(means, 3.0 * means.col(0) + means.col(1));
  EXPECT_TRUE(weighing.weights.isApprox(Eigen::VectorXd{{0.75, 0.25}})) << weighing.weights;
}

TEST(StackingWeights, AreAllTheTargetsWhenNothingExplainsTheValues) {
  const Eigen::VectorXd values{{-1.0, 1.0}};
  const transfer::Weighing weighing = stacking_weights(Eigen::MatrixXd::Zero(2, 3), values);
  EXPECT_EQ(weighing.weights, Eigen::VectorXd({{0.0, 0.0, 1.0}}));
}

TEST(Wac, LearnsFromSourcesThatResembleTheTarget) {
  const double cold = test::valleys::mean_regret<transfer::Rgpe>({}, "rgpe");
  EXPECT_LT(test::valleys::mean_regret<Wac>(test::valleys::helpful(), "wac"), 0.6 * cold);
}

}  // namespace
}  // namespace hone::baselines
