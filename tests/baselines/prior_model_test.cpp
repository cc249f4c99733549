// SPDX-License-Identifier: MIT
#include "hone/baselines/prior_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/gp/fitter.hpp"

namespace hone::baselines {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr PriorOptions kSmallPrior = {.width = 16, .blocks = 1, .training = {.steps = 400}};

/// A number, a category of three that only some points have, a number.
model::Columns columns_of_prior() {
  model::Column category = model::Column::category(3);
  category.conditional = true;
  return {model::Column{}, category, model::Column{}};
}

model::Points points_of_prior(int n, std::uint64_t seed) {
  Rng rng(seed);
  model::Points points{MatrixXd(n, 3), model::Points::Mask::Constant(n, 3, true)};
  for (Index i = 0; i < n; ++i) {
    points.x.row(i) << rng.uniform(), static_cast<double>(rng.below(3)), rng.uniform();
    points.active(i, 1) = i % 3 != 0;
  }
  return points;
}

model::Dataset data_of_prior(int n, double shift, std::uint64_t seed) {
  const model::Points points = points_of_prior(n, seed);
  VectorXd y(n);
  for (Index i = 0; i < n; ++i) {
    const double a = points.x(i, 0) - 0.4 - shift;
    const double kind = points.active(i, 1) ? points.x(i, 1) : 1.5;
    y[i] = 4.0 * a * a + std::sin(4.0 * points.x(i, 2)) + 0.4 * kind - 1.0;
  }
  return {columns_of_prior(), points, y};
}

NetworkPrior learned_prior() {
  const model::Dataset one = data_of_prior(60, 0.1, 11), other = data_of_prior(60, -0.1, 12);
  return NetworkPrior::learn(columns_of_prior(), {&one, &other}, kSmallPrior);
}

PriorFitter fitter_on_prior(int most = 1000) {
  const gp::FitOptions plain = {.spec = {.kernel = gp::matern52() * gp::overlap(), .warp = false}};
  return {std::make_shared<const NetworkPrior>(learned_prior()), std::make_shared<const gp::GpFitter>(plain),
          most};
}

double error_of(const VectorXd& means, double shift = 0.0) {
  return std::sqrt((means - data_of_prior(200, shift, 99).y()).squaredNorm() / 200.0);
}

TEST(NetworkPrior, KnowsWhatTheSourcesHaveInCommon) {
  const Expected told = learned_prior().at(points_of_prior(200, 99));
  EXPECT_LT(error_of(told.mean), 0.4);
  EXPECT_GT(error_of(VectorXd::Zero(200)), 0.7);
}

TEST(NetworkPrior, IsTheSameAfterItWasKept) {
  const NetworkPrior prior = learned_prior();
  const auto again = NetworkPrior::recall(columns_of_prior(), prior.numbers(), kSmallPrior);
  ASSERT_TRUE(again);
  const model::Points points = points_of_prior(10, 3);
  EXPECT_EQ(again->at(points).mean, prior.at(points).mean);
  EXPECT_EQ(again->at(points).deviation, prior.at(points).deviation);
  EXPECT_FALSE(NetworkPrior::recall(columns_of_prior(), {1.0, 2.0}, kSmallPrior));
}

TEST(PriorModel, WithoutObservationsIsThePrior) {
  std::vector<double> memory;
  const auto model = fitter_on_prior().fit(data_of_prior(0, 0.0, 1), 1, memory);
  const model::Points points = points_of_prior(20, 3);
  const Expected prior = learned_prior().at(points);
  const auto told = model->predict(points);
  EXPECT_LT((told.mean - prior.mean).cwiseAbs().maxCoeff(), 1e-12);
  const VectorXd ratio = told.variance.array() / prior.deviation.array().square();
  EXPECT_NEAR(ratio.maxCoeff(), ratio.minCoeff(), 1e-9) << "as sure as the prior, up to one factor";
}

// A target that differs from both sources.
TEST(PriorModel, ObservationsCorrectThePrior) {
  std::vector<double> memory;
  const model::Dataset seen = data_of_prior(30, 0.4, 1);
  const auto model = fitter_on_prior().fit(seen, 1, memory);
  const double before = error_of(learned_prior().at(points_of_prior(200, 99)).mean, 0.4);
  EXPECT_LT(error_of(model->expect(points_of_prior(200, 99)), 0.4), 0.5 * before);
  EXPECT_LT((model->expect(seen.points()) - seen.y()).cwiseAbs().maxCoeff(), 0.3);
}

// The network computes in single precision, hence wide steps and few digits.
TEST(PriorModel, GradientsAreThoseOfFiniteDifferences) {
  std::vector<double> memory;
  const auto model = fitter_on_prior().fit(data_of_prior(15, 0.0, 1), 1, memory);
  const model::Points points = points_of_prior(6, 5);
  const auto told = model->predict_with_gradient(points);
  ASSERT_TRUE(told);
  const auto here = model->predict(points);
  constexpr double h = 1e-3;
  for (const Index j : {0, 2}) {
    model::Points up = points, down = points;
    up.x.col(j).array() += h;
    down.x.col(j).array() -= h;
    const auto above = model->predict(up), below = model->predict(down);
    for (Index i = 0; i < 6; ++i) {
      EXPECT_NEAR(told->value.mean[i], here.mean[i], 1e-9);
      EXPECT_NEAR(told->value.variance[i], here.variance[i], 1e-9 + 1e-6 * here.variance[i]);
      const double slope = (above.mean[i] - below.mean[i]) / (2 * h);
      EXPECT_NEAR(told->mean(i, j), slope, 0.01 * std::max(1.0, std::abs(slope)));
      EXPECT_NEAR(told->variance(i, j), (above.variance[i] - below.variance[i]) / (2 * h), 0.01);
      EXPECT_EQ(told->mean(i, 1), 0.0);
    }
  }
}

TEST(PriorModel, JointVariancesAreTheSingleOnesAndBelievingKeepsMeans) {
  std::vector<double> memory;
  const auto model = fitter_on_prior().fit(data_of_prior(8, 0.0, 1), 1, memory);
  const model::Points points = points_of_prior(9, 6);
  const auto joint = model->predict_jointly(points);
  const auto single = model->predict(points);
  ASSERT_TRUE(joint);
  for (Index i = 0; i < 9; ++i) EXPECT_NEAR(joint->covariance(i, i), single.variance[i], 1e-9);
  EXPECT_EQ(joint->covariance, joint->covariance.transpose());
  const auto believed = model->believe(model::select(points, {4}))->predict(points);
  EXPECT_LT((believed.mean - single.mean).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT(believed.variance[4], 0.5 * single.variance[4]);
}

TEST(PriorFitter, RecallsWhatItFittedAlsoOfAPart) {
  const PriorFitter fitter = fitter_on_prior(20);
  const model::Dataset data = data_of_prior(50, 0.0, 1);
  std::vector<double> memory;
  const auto model = fitter.fit(data, 1, memory);
  const model::Points points = points_of_prior(10, 3);
  EXPECT_EQ(fitter.recall(data, memory, false)->expect(points), model->expect(points));
  EXPECT_LT(fitter.recall(data, memory, true)->noise_variance(), 1e-6);
  EXPECT_THROW(fitter.recall(data, {}, false), Error);
}

}  // namespace
}  // namespace hone::baselines
