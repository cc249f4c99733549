// SPDX-License-Identifier: MIT
#include "hone/learners/logistic_regression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"
#include "learners/cases.hpp"
#include "support/near.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct LogisticCase {
  MatrixXd features = matrix_of(reference::kLogisticFeatures, 3);
  Labels labels{vector_of(reference::kLogisticLabel), vector_of(reference::kLogisticWeight)};
  VectorXd offset = vector_of(reference::kLogisticOffset);
  LogisticRegression model = LogisticRegression::fit(features, labels, offset, {.prior_precision = 0.7});
};

TEST(LogisticRegression, FindsTheModeAndItsCurvature) {
  const LogisticCase given;
  const VectorXd mode = vector_of(reference::kLogisticMode);
  EXPECT_LT((given.model.mode() - mode).cwiseAbs().maxCoeff(), 1e-11);
  const MatrixXd covariance = matrix_of(reference::kLogisticCovariance, 3);
  EXPECT_LT((given.model.precision().inverse() - covariance).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(LogisticRegression, IntegratesCoefficientsOutByTheProbitRule) {
  const LogisticCase given;
  const MatrixXd query = matrix_of(reference::kLogisticQuery, 3);
  const VectorXd variance = given.model.variance(query);
  const VectorXd odds = given.model.log_odds(query, vector_of(reference::kLogisticQueryOffset));
  for (Index i = 0; i < odds.size(); ++i) {
    EXPECT_TRUE(test::near_rel(variance[i], reference::kLogisticVariance[i], 1e-10));
    EXPECT_TRUE(test::near_rel(odds[i], reference::kLogisticOdds[i], 1e-10));
  }
}

// The Hessian must be that of the weighted loss itself: by central differences of its gradient.
TEST(LogisticRegression, PrecisionIsTheHessianOfTheWeightedLoss) {
  const LogisticCase given;
  const auto gradient = [&](const VectorXd& z) -> VectorXd {
    const VectorXd s = given.features * z + given.offset;
    const Eigen::ArrayXd p = 1.0 / (1.0 + (-s.array()).exp());
    return 0.7 * z + given.features.transpose() *
                         (given.labels.weight.array() * (p - given.labels.label.array())).matrix();
  };
  const MatrixXd& lower = given.model.precision().lower();
  const MatrixXd precision = lower * lower.transpose();
  const double step = 1e-5;
  for (Index j = 0; j < 3; ++j) {
    VectorXd up = given.model.mode();
    VectorXd down = up;
    up[j] += step;
    down[j] -= step;
    const VectorXd column = (gradient(up) - gradient(down)) / (2.0 * step);
    EXPECT_LT((column - precision.col(j)).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(LogisticRegression, DrawsFromThePosterior) {
  const LogisticCase given;
  Rng rng(3);
  const int count = 20000;
  MatrixXd draws(count, 3);
  for (Index i = 0; i < count; ++i) draws.row(i) = given.model.draw(rng).transpose();
  const Eigen::RowVectorXd mean = draws.colwise().mean();
  const MatrixXd centred = draws.rowwise() - mean;
  const MatrixXd covariance = centred.transpose() * centred / count;
  EXPECT_LT((mean.transpose() - given.model.mode()).cwiseAbs().maxCoeff(), 0.03);
  EXPECT_LT((covariance - matrix_of(reference::kLogisticCovariance, 3)).cwiseAbs().maxCoeff(), 0.03);
}

TEST(LogisticRegression, IsThePriorWithoutObservationsAndStandsSeparableOnes) {
  const auto prior = LogisticRegression::fit(MatrixXd(0, 2), {}, {});
  EXPECT_EQ(prior.mode(), VectorXd::Zero(2));
  EXPECT_EQ(prior.variance(MatrixXd::Ones(1, 2))[0], 2.0);
  const MatrixXd apart{{1000.0}, {-1000.0}};
  const auto sure = LogisticRegression::fit(apart, {Eigen::Vector2d(1, 0), Eigen::Vector2d(1e3, 1e3)}, {});
  EXPECT_TRUE(sure.mode().allFinite());
  EXPECT_GT(sure.mode()[0], 0.0);
  EXPECT_THROW(LogisticRegression::fit(apart, {Eigen::Vector2d(1, 0), VectorXd::Ones(3)}, {}), Error);
}

}  // namespace
}  // namespace hone::learners
