// SPDX-License-Identifier: MIT
#include "hone/learners/gaussian_network.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Net = GaussianNetwork<double>;

constexpr NetworkShape kNetShape{.inputs = 3, .width = 5, .blocks = 2, .features = 4};

MatrixXd normal_matrix(Index rows, Index columns, Rng& rng) {
  MatrixXd values(rows, columns);
  for (double& one : values.reshaped()) one = rng.normal();
  return values;
}

TEST(GaussianNetwork, LossIsTheNegativeLogDensityWithoutItsConstant) {
  Rng rng(1);
  Net network({.inputs = 1, .width = 1, .blocks = 0, .features = 1}, rng);
  VectorXd parameters = VectorXd::Zero(8);  // the features are zero, so that the heads are their biases
  parameters[5] = 0.25;
  parameters[7] = 1.5;
  network.set_parameters(parameters);
  Net::Pass pass;
  const Eigen::RowVector2d values(1.0, -3.0);
  const double loss = network.loss(MatrixXd::Zero(1, 2), values, pass);
  EXPECT_DOUBLE_EQ(pass.mean()[0], 0.25);
  // softplus(1.5) with mpmath, plus 0.01.
  EXPECT_NEAR(pass.deviation[0], 1.7114132779827524, 1e-15);
  // The mean of scipy.stats.norm(0.25, 1.7114132779827524).logpdf([1, -3]), less its constant.
  EXPECT_NEAR(loss, 1.4868966106394614, 1e-14);
}

TEST(GaussianNetwork, GradientsEqualFiniteDifferences) {
  Rng rng(2);
  Net network(kNetShape, rng);
  const MatrixXd inputs = normal_matrix(3, 7, rng);
  const Eigen::RowVectorXd values = normal_matrix(1, 7, rng);
  Net::Pass pass;
  VectorXd gradient;
  network.loss(inputs, values, pass, gradient);
  const VectorXd here = network.parameters();
  ASSERT_EQ(gradient.size(), here.size());
  const double step = 1e-6;
  for (Index i = 0; i < here.size(); ++i) {
    VectorXd moved = here;
    moved[i] += step;
    network.set_parameters(moved);
    const double up = network.loss(inputs, values, pass);
    moved[i] -= 2.0 * step;
    network.set_parameters(moved);
    EXPECT_NEAR(gradient[i], (up - network.loss(inputs, values, pass)) / (2.0 * step), 1e-7) << i;
  }
}

TEST(GaussianNetwork, InputGradientsEqualFiniteDifferences) {
  Rng rng(3);
  const Net network(kNetShape, rng);
  MatrixXd inputs = normal_matrix(3, 4, rng);
  Net::Pass pass;
  network.forward(inputs, pass);
  const MatrixXd by_mean = network.mean_gradient(pass);
  const MatrixXd by_deviation = network.deviation_gradient(pass);
  const double step = 1e-6;
  for (Index i = 0; i < inputs.size(); ++i) {
    const double before = inputs(i);
    inputs(i) = before + step;
    network.forward(inputs, pass);
    const double mean = pass.mean().sum(), deviation = pass.deviation.sum();
    inputs(i) = before - step;
    network.forward(inputs, pass);
    inputs(i) = before;
    EXPECT_NEAR(by_mean(i), (mean - pass.mean().sum()) / (2.0 * step), 1e-8);
    EXPECT_NEAR(by_deviation(i), (deviation - pass.deviation.sum()) / (2.0 * step), 1e-8);
  }
}

// Quiet on the left, loud on the right.
TEST(GaussianNetwork, LearnsHowSureItCanBeWhere) {
  Rng rng(4);
  Eigen::MatrixXf inputs(1, 1500);
  Eigen::RowVectorXf values(1500);
  for (Index i = 0; i < 1500; ++i) {
    const double x = rng.uniform(-1.0, 1.0);
    inputs(0, i) = static_cast<float>(x);
    values[i] = static_cast<float>(std::sin(2.0 * x) + (x < 0.0 ? 0.1 : 0.6) * rng.normal());
  }
  const NetworkShape shape{.inputs = 1, .width = 20, .blocks = 1, .features = 20};
  const GaussianNetwork<float> network = train_gaussian(shape, inputs, values, {}, 5);
  GaussianNetwork<float>::Pass pass;
  network.forward(Eigen::RowVector2f(-0.6F, 0.6F), pass);
  EXPECT_NEAR(pass.mean()[0], std::sin(-1.2), 0.1);
  EXPECT_NEAR(pass.mean()[1], std::sin(1.2), 0.2);
  EXPECT_NEAR(pass.deviation[0], 0.1, 0.05);
  EXPECT_NEAR(pass.deviation[1], 0.6, 0.15);
  const GaussianNetwork<float> again = train_gaussian(shape, inputs, values, {}, 5);
  EXPECT_EQ(again.parameters(), network.parameters());
}

TEST(GaussianNetwork, LearnsFromFewPointsAndFromNone) {
  const NetworkShape shape{.inputs = 2, .width = 8, .blocks = 1, .features = 8};
  for (const Index n : {0, 1, 3}) {
    const auto network =
        train_gaussian(shape, Eigen::MatrixXf::Ones(2, n), Eigen::RowVectorXf::Ones(n), {.steps = 50}, 1);
    GaussianNetwork<float>::Pass pass;
    network.forward(Eigen::MatrixXf::Zero(2, 3), pass);
    EXPECT_TRUE(pass.mean().allFinite());
    EXPECT_GT(pass.deviation.minCoeff(), 0.0F);
  }
}

}  // namespace
}  // namespace hone::learners
