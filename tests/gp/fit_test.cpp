// SPDX-License-Identifier: MIT
#include "hone/gp/fit.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cases.hpp"
#include "hone/base/error.hpp"
#include "hone/gp/layout.hpp"

namespace hone::gp {
namespace {

using Eigen::Index;

// A wave in the first coordinate, a slope in the second, nothing in the others.
model::Dataset wave(Index n, Index d, std::uint64_t seed, double noise = 0.01) {
  Rng rng(seed);
  Eigen::MatrixXd x(n, d);
  for (double& value : x.reshaped()) value = rng.uniform();
  Eigen::VectorXd y(n);
  for (Index i = 0; i < n; ++i) y[i] = std::sin(7.0 * x(i, 0)) + x(i, 1) + noise * rng.normal();
  return {x, y};
}

double error_on_new_points(const Gp& gp, Index d) {
  const model::Dataset fresh = wave(200, d, 77, 0.0);
  const Eigen::VectorXd error = gp.predict(fresh.points()).mean - fresh.y();
  return std::sqrt(error.squaredNorm() / 200.0);
}

// Most points lie close together, as a sampler leaves them, and their values differ by chance alone.
model::Dataset scatter(std::uint64_t seed) {
  Rng rng(seed);
  Eigen::MatrixXd x(56, 6);
  for (double& value : x.reshaped()) value = rng.uniform();
  x.bottomRows(48) = 0.5 + 0.1 * (x.bottomRows(48).array() - 0.5);
  Eigen::VectorXd y(56);
  for (double& value : y) value = rng.normal();
  return {x, y};
}

// Hyper-parameters that say: hardly any noise, and every point is an island.
std::vector<double> steep_explanation(const model::Dataset& data) {
  const FitOptions options;
  const Layout layout(options.spec.kernel, data.columns(), options.spec.warp);
  std::vector<double> theta(static_cast<std::size_t>(layout.size), 0.0);
  std::fill_n(theta.begin(), layout.factors[0].scale_count(), -4.5);
  theta[static_cast<std::size_t>(layout.noise)] = -6.0;
  return theta;
}

TEST(Fit, LearnsAFunctionFromFortyPoints) { EXPECT_LT(error_on_new_points(fit(wave(40, 3, 1)), 3), 0.05); }

TEST(Fit, TellsRelevantColumnsFromOthers) {
  const model::Dataset data = wave(60, 6, 2);
  const Learned learned = learn(data, {.spec = {.kernel = matern32(), .warp = false}}, 1);
  for (std::size_t k = 2; k < 6; ++k) {
    EXPECT_GT(learned.theta[k], learned.theta[0] + 1.0);
    EXPECT_LT(learned.theta[k], std::log(300.0)) << "an irrelevant length-scale ran away";
  }
}

TEST(Fit, LearnsTheNoise) {
  const model::Dataset data = wave(100, 2, 3, 0.3);
  const Gp gp = fit(data);
  EXPECT_GT(gp.noise_variance(), 0.5 * 0.09);
  EXPECT_LT(gp.noise_variance(), 2.0 * 0.09);
}

// Steep length-scales explain scatter exactly; a sampler that believed them would chase its luckiest trial.
TEST(Fit, LeavesASteepExplanationOfScatterForANoisyOne) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const model::Dataset data = scatter(seed);
    const double variance = (data.y().array() - data.y().mean()).square().mean();
    const Gp gp = fit(data, {.iterations = 30}, seed, steep_explanation(data));
    EXPECT_GT(gp.noise_variance(), 0.3 * variance) << seed;
  }
}

TEST(Fit, TheSameArgumentsGiveTheSameAnswer) {
  const model::Dataset data = wave(30, 3, 4);
  EXPECT_EQ(learn(data, {}, 5).theta, learn(data, {}, 5).theta);
}

TEST(Fit, FindsAPlaceWhereTheGradientIsSmall) {
  const model::Dataset data = wave(50, 2, 6);
  const Learned rough = learn(data, {}, 1);
  const Learned thorough = learn(data, {.iterations = 500, .tolerance = 1e-9}, 1);
  EXPECT_NEAR(rough.log_posterior, thorough.log_posterior, 0.5);
}

TEST(Fit, AWarmFitIsAsGoodAsAColdOne) {
  const Learned earlier = learn(wave(100, 3, 7), {}, 1);
  const model::Dataset now = wave(104, 3, 7);
  const Learned cold = learn(now, {}, 1);
  const Learned warm = learn(now, {}, 1, earlier.theta);
  EXPECT_LE(warm.evaluations, 30);
  EXPECT_GT(warm.log_posterior, cold.log_posterior - 1.0);
}

TEST(Fit, AnInfinitePrecisionFixesTheMeanAtZero) {
  FitOptions options;
  options.priors.mean_precision = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(learn(wave(20, 2, 7), options, 1).theta.back(), 0.0, 1e-20);
}

TEST(Fit, IgnoresHyperparametersThatDoNotBelongToTheModel) {
  const model::Dataset data = wave(20, 2, 8);
  const std::vector<double> wrong(3, 0.0);
  EXPECT_EQ(learn(data, {}, 1, wrong).theta, learn(data, {}, 1).theta);
}

TEST(Fit, RefusesOptionsOutOfRange) {
  const model::Dataset data = wave(5, 2, 9);
  for (const FitOptions& options : {FitOptions{.starts = 0}, FitOptions{.iterations = -1},
                                    FitOptions{.min_noise = 0.0}, FitOptions{.max_points = 0}}) {
    EXPECT_THROW(fit(data, options), Error);
  }
}

TEST(Fit, UsesAPartOfManyObservations) {
  const Gp gp = fit(wave(300, 2, 10), {.max_points = 80});
  EXPECT_EQ(gp.size(), 80);
  EXPECT_LT(error_on_new_points(gp, 2), 0.1);
}

TEST(ChooseRows, TakesTheBestHalfAndSpreadsTheRest) {
  const model::Dataset data = wave(200, 2, 11);
  const std::vector<int> rows = choose_rows(data, 20);
  ASSERT_EQ(rows.size(), 20U);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end());
  std::vector<double> y(data.y().begin(), data.y().end());
  std::sort(y.begin(), y.end());
  int good = 0;
  for (const int row : rows) good += data.y()[row] <= y[9];
  EXPECT_EQ(good, 10);
  // The spread reaches all four corners of the square.
  for (const double corner_x : {0.0, 1.0}) {
    for (const double corner_y : {0.0, 1.0}) {
      double nearest = 9.0;
      for (const int row : rows) {
        nearest = std::min(
            nearest, std::hypot(data.points().x(row, 0) - corner_x, data.points().x(row, 1) - corner_y));
      }
      EXPECT_LT(nearest, 0.35);
    }
  }
}

TEST(ChooseRows, KeepsEverythingUpToTheLimit) {
  EXPECT_EQ(choose_rows(wave(3, 2, 1), 3), (std::vector<int>{0, 1, 2}));
}

void expect_sane(const model::Dataset& data, const FitOptions& options = {}) {
  const Gp gp = fit(data, options, 1);
  const model::Prediction prediction = gp.predict(data.points());
  EXPECT_TRUE(prediction.mean.allFinite());
  EXPECT_TRUE(prediction.variance.allFinite());
  EXPECT_GT(prediction.variance.minCoeff(), 0.0);
  EXPECT_TRUE(gp.screen(data.points()).mean.allFinite());
  EXPECT_TRUE(gp.leave_one_out().log_density.allFinite());
  EXPECT_TRUE(gp.predict_with_gradient(data.points())->mean.allFinite());
  EXPECT_TRUE(gp.believe(data.points())->predict(data.points()).mean.allFinite());
}

TEST(Fit, CopesWithConstantValues) {
  for (const double value : {0.0, 5.0, -1e300, 1e-300}) {
    SCOPED_TRACE(value);
    const model::Dataset data(wave(15, 2, 1).points().x, Eigen::VectorXd::Constant(15, value));
    expect_sane(data);
    EXPECT_NEAR(fit(data).predict(data.points()).mean[3], value, 1e-6 * std::abs(value));
  }
}

TEST(Fit, CopesWithEveryScale) {
  const model::Dataset data = wave(25, 2, 2);
  const Eigen::VectorXd plain = fit(data).predict(data.points()).mean;
  for (const double scale : {1e-300, 1e-150, 1e150, 1e300}) {
    SCOPED_TRACE(scale);
    const model::Dataset scaled(data.points().x, scale * data.y());
    expect_sane(scaled);
    const Eigen::VectorXd mean = fit(scaled).predict(scaled.points()).mean / scale;
    EXPECT_LT((mean - plain).cwiseAbs().maxCoeff(), 1e-2);
  }
}

TEST(Fit, CopesWithOnePointNonePointsAndNoColumns) {
  expect_sane(wave(1, 2, 3));
  expect_sane(wave(2, 2, 3));
  EXPECT_EQ(fit(wave(0, 2, 3)).size(), 0);
  expect_sane(model::Dataset(Eigen::MatrixXd(3, 0), Eigen::VectorXd{{1.0, 2.0, 4.0}}));
}

TEST(Fit, CopesWithDuplicatesThatDisagree) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Constant(20, 2, 0.25);
  x.row(19).setConstant(0.75);
  expect_sane(model::Dataset(x, Eigen::VectorXd::LinSpaced(20, -1.0, 1.0)));
}

TEST(Fit, CopesWithTwoHundredDimensions) { expect_sane(wave(30, 200, 4), {.starts = 1, .iterations = 10}); }

TEST(Fit, CopesWithAnOutlierOfEighteenOrdersOfMagnitude) {
  model::Dataset data = wave(20, 2, 5);
  Eigen::VectorXd y = data.y();
  y[7] = 6e18;
  expect_sane(model::Dataset(data.points().x, y));
}

TEST(Fit, CopesWithPointsOnTheFacesOfTheCube) {
  Rng rng(6);
  Eigen::MatrixXd x(16, 3);
  for (double& value : x.reshaped()) value = rng.chance(0.5) ? 1.0 : 0.0;
  expect_sane(model::Dataset(x, test::random_vector(16, 1.0, rng)));
}

RC_GTEST_PROP(Fit, NeverThrowsForData, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const model::Columns columns =
      test::columns_of(*rc::gen::element<std::string>("n", "nNcC", "c", "CCC", "nnN"));
  const auto n = static_cast<Index>(*rc::gen::inRange(1, 12));
  model::Points points = test::random_points(columns, n, rng);
  if (rng.chance(0.3)) points.x.row(0) = points.x.row(n - 1);
  const double scale = std::pow(10.0, rng.uniform(-300.0, 300.0));
  Eigen::VectorXd y = test::random_vector(n, scale, rng);
  if (rng.chance(0.2)) y.setConstant(y[0]);
  const Gp gp = fit(model::Dataset(columns, points, y), {.starts = 1, .iterations = 8}, 1);
  const model::Prediction prediction = gp.predict(test::random_points(columns, 5, rng));
  RC_ASSERT(prediction.mean.allFinite());
  RC_ASSERT(prediction.variance.allFinite());
  RC_ASSERT(prediction.variance.minCoeff() > 0.0);
}

}  // namespace
}  // namespace hone::gp
