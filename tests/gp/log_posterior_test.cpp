// SPDX-License-Identifier: MIT
#include "hone/gp/log_posterior.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "cases.hpp"
#include "hone/gp/scaling.hpp"
#include "support/near.hpp"

namespace hone::gp {
namespace {

TEST(LogPosterior, LikelihoodAndGradientEqualTheReference) {
  for (const test::GpReference& reference : test::gp_references()) {
    SCOPED_TRACE(reference.name);
    const model::Dataset data = test::dataset(reference);
    const Layout layout(test::kernel_named(reference.name), data.columns(), reference.warp);
    ASSERT_EQ(static_cast<std::size_t>(layout.size), reference.theta.size());
    const Inputs inputs(layout, data.columns(), data.points());
    const Eigen::VectorXd y = Scaling(data.y()).standardise(data.y());
    LogPosterior posterior(layout, inputs, y, {});
    std::vector<double> gradient(reference.theta.size());
    const double value = posterior.evaluate(reference.theta, MeanRule::Given, gradient);
    EXPECT_TRUE(test::near_rel(value, reference.log_likelihood, 1e-10));
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      EXPECT_NEAR(gradient[k], reference.gradient[k], 1e-8 * (1.0 + std::abs(reference.gradient[k]))) << k;
    }
  }
}

// Products, repeated and shared factors, masks: every path back from the matrix to the hyper-parameters.
const std::vector<Kernel>& kernels() {
  using Scope = Factor::Scope;
  static const std::vector<Kernel> kKernels = {matern32(),
                                               matern32() + linear(),
                                               matern52() * overlap(),
                                               (rbf() + linear(0.5)) * overlap() + matern32(Scope::All),
                                               linear() * matern52() + linear(0.3),
                                               matern32() * matern52(Scope::All),
                                               over_columns(rbf(), {0, 2}) + linear(),
                                               Kernel{}};
  return kKernels;
}

RC_GTEST_PROP(LogPosterior, GradientsAreThoseOfFiniteDifferences, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const Kernel& kernel = kernels()[rng.below(kernels().size())];
  const model::Columns columns = test::columns_of(rng.chance(0.5) ? "nNcnC" : "nnn");
  const Layout layout(kernel, columns, rng.chance(0.5));
  const auto n = static_cast<Eigen::Index>(1 + rng.below(14));
  const Inputs inputs(layout, columns, test::random_points(columns, n, rng));
  const Eigen::VectorXd y = test::random_vector(n, 1.0, rng);
  std::vector<Prior> priors(static_cast<std::size_t>(layout.size - 1), Prior::log_normal(0.1, 0.8));
  priors[0] = Prior::gamma(0.5, 1.0);
  LogPosterior posterior(layout, inputs, y, priors, 1.5);
  const MeanRule rule = rng.chance(0.5) ? MeanRule::Given : MeanRule::Solved;

  const Eigen::VectorXd drawn = test::random_vector(layout.size, 0.5, rng);
  const std::vector<double> theta(drawn.begin(), drawn.end());
  std::vector<double> gradient(theta.size());
  posterior.evaluate(theta, rule, gradient);
  for (std::size_t k = 0; k < theta.size(); ++k) {
    std::vector<double> above = theta;
    std::vector<double> below = theta;
    above[k] += 1e-5;
    below[k] -= 1e-5;
    const double difference = (posterior.evaluate(above, rule) - posterior.evaluate(below, rule)) / 2e-5;
    RC_ASSERT(std::abs(gradient[k] - difference) <= 1e-6 * (1.0 + std::abs(difference)));
  }
}

TEST(LogPosterior, TheSolvedMeanIsTheBestOne) {
  Rng rng(3);
  const Layout layout(matern32(), model::unit_cube(2), false);
  const Inputs inputs(layout, model::unit_cube(2), test::random_points(model::unit_cube(2), 12, rng));
  const Eigen::VectorXd y = test::random_vector(12, 1.0, rng).array() + 2.0;
  LogPosterior posterior(layout, inputs, y, {}, 0.5);
  std::vector<double> theta{-0.5, -0.3, 0.2, -3.0, 0.0};
  const double solved = posterior.evaluate(theta, MeanRule::Solved);
  const double best = posterior.mean();
  const auto given = [&](double mean) {
    theta.back() = mean;
    return posterior.evaluate(theta, MeanRule::Given);
  };
  EXPECT_NEAR(given(best), solved, 1e-10);
  EXPECT_LT(given(best - 0.1), solved);
  EXPECT_LT(given(best + 0.1), solved);
}

TEST(LogPosterior, SurvivesPointsThatAreAllTheSame) {
  const Layout layout(rbf(), model::unit_cube(1), false);
  const Inputs inputs(layout, model::unit_cube(1), {Eigen::MatrixXd::Constant(20, 1, 0.5), {}});
  const Eigen::VectorXd y = Eigen::VectorXd::LinSpaced(20, -1.0, 1.0);
  LogPosterior posterior(layout, inputs, y, {});
  std::vector<double> gradient(4);
  EXPECT_TRUE(std::isfinite(
      posterior.evaluate(std::vector<double>{0.0, 5.0, -40.0, 0.0}, MeanRule::Given, gradient)));
  for (const double slope : gradient) EXPECT_TRUE(std::isfinite(slope));
}

TEST(LogPosterior, IsMinusInfinityWhenNothingCanBeFactored) {
  const Layout layout(rbf(), model::unit_cube(1), false);
  const Inputs inputs(layout, model::unit_cube(1), {Eigen::MatrixXd::Constant(2, 1, 0.5), {}});
  const Eigen::VectorXd y = Eigen::VectorXd::Zero(2);
  LogPosterior posterior(layout, inputs, y, {});
  std::vector<double> gradient(4, 1.0);
  const double value =
      posterior.evaluate(std::vector<double>{0.0, 800.0, 800.0, 0.0}, MeanRule::Given, gradient);
  EXPECT_EQ(value, -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace hone::gp
