// SPDX-License-Identifier: MIT
#include "hone/learners/residual_network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/learners/network_classifier.hpp"
#include "support/near.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Network = ResidualNetwork<double>;

constexpr NetworkShape kShape{.inputs = 3, .width = 5, .blocks = 2, .features = 4};

MatrixXd some(Index rows, Index columns, Rng& rng) {
  MatrixXd values(rows, columns);
  for (double& one : values.reshaped()) one = rng.normal();
  return values;
}

TEST(ResidualNetwork, HasTheParametersOfThePaper) {
  Rng rng(1);
  EXPECT_EQ(ResidualNetwork<float>({.inputs = 9}, rng).parameters().size(), 16421);
}

// One point, written out.
TEST(ResidualNetwork, AddsTheSkipBeforeTheActivation) {
  Rng rng(1);
  Network network({.inputs = 1, .width = 1, .blocks = 1, .features = 1}, rng);
  network.parameters() << 2.0, -0.5, -3.0, 0.25, 0.5, 1.0, 4.0, -1.0;  // weight, bias of each layer
  Network::Pass pass;
  network.forward(MatrixXd::Constant(1, 1, 0.4), pass);
  const double h = 2.0 * 0.4 - 0.5;
  const double skipped = std::exp(-3.0 * h + 0.25 + h) - 1.0;
  const double phi = 0.5 * skipped + 1.0;
  EXPECT_NEAR(pass.features()(0, 0), phi, 1e-15);
  EXPECT_NEAR(pass.score[0], 4.0 * phi - 1.0, 1e-15);
}

// The loss is a random linear function of scores and features, so that both ways back are used.
TEST(ResidualNetwork, GradientsEqualFiniteDifferences) {
  Rng rng(2);
  Network network(kShape, rng);
  const MatrixXd inputs = some(3, 7, rng);
  const Eigen::RowVectorXd by_score = some(1, 7, rng);
  const MatrixXd by_features = some(4, 7, rng);
  Network::Pass pass;
  const auto loss = [&] {
    network.forward(inputs, pass);
    return pass.score.dot(by_score) + pass.features().cwiseProduct(by_features).sum();
  };
  loss();
  VectorXd gradient;
  network.backward(pass, by_score, by_features, gradient);
  const double step = 1e-6;
  for (Index i = 0; i < gradient.size(); ++i) {
    const double before = network.parameters()[i];
    network.parameters()[i] = before + step;
    const double up = loss();
    network.parameters()[i] = before - step;
    const double down = loss();
    network.parameters()[i] = before;
    EXPECT_NEAR(gradient[i], (up - down) / (2.0 * step), 1e-7) << "parameter " << i;
  }
}

TEST(ResidualNetwork, InputGradientsEqualFiniteDifferences) {
  Rng rng(3);
  const Network network(kShape, rng);
  MatrixXd inputs = some(3, 4, rng);
  Network::Pass pass;
  network.forward(inputs, pass);
  const MatrixXd gradient = network.input_gradient(pass);
  const double step = 1e-6;
  for (Index i = 0; i < inputs.size(); ++i) {
    const double before = inputs(i);
    inputs(i) = before + step;
    network.forward(inputs, pass);
    const double up = pass.score.sum();
    inputs(i) = before - step;
    network.forward(inputs, pass);
    const double down = pass.score.sum();
    inputs(i) = before;
    EXPECT_NEAR(gradient(i), (up - down) / (2.0 * step), 1e-8);
  }
}

// Worked out by hand: the first step goes rate against the sign of the gradient, the second by the formula.
TEST(Adam, TakesTheStepsOfThePaper) {
  Adam<double> adam({.rate = 0.1});
  VectorXd x = Eigen::Vector2d(1.0, -2.0);
  adam.step(x, Eigen::Vector2d(0.5, -4.0));
  EXPECT_NEAR(x[0], 0.9, 1e-8);
  EXPECT_NEAR(x[1], -1.9, 1e-8);
  adam.step(x, Eigen::Vector2d(1.0, 0.0));
  const double m = (0.1 * 0.9 * 0.5 + 0.1 * 1.0) / (1.0 - 0.81);
  const double v = (0.001 * 0.999 * 0.25 + 0.001 * 1.0) / (1.0 - 0.999 * 0.999);
  EXPECT_NEAR(x[0], 0.9 - 0.1 * m / std::sqrt(v), 1e-7);
}

TEST(NetworkClassifier, LearnsAMixedConditionalRuleAndRepeatsItself) {
  model::Column conditional;
  conditional.conditional = true;
  const model::Columns columns = {model::Column{}, model::Column::category(3), conditional};
  Rng rng(5);
  model::Points points{MatrixXd(200, 3), model::Points::Mask::Constant(200, 3, true)};
  Labels labels{VectorXd(200), VectorXd::Ones(200)};
  for (Index i = 0; i < 200; ++i) {
    points.x.row(i) << rng.uniform(), static_cast<double>(rng.below(3)), rng.uniform();
    points.active(i, 2) = points.x(i, 1) == 1.0;
    const bool good = points.active(i, 2) ? points.x(i, 2) > 0.5 : points.x(i, 0) > 0.7;
    labels.label[i] = good ? 1.0 : 0.0;
  }
  const NetworkClassifier network(columns, points, labels, {.steps = 600}, 1);
  const VectorXd odds = network.log_odds(points);
  const auto right = ((odds.array() > 0.0) == (labels.label.array() > 0.5)).count();
  EXPECT_GE(right, 190);
  EXPECT_EQ(NetworkClassifier(columns, points, labels, {.steps = 600}, 1).log_odds(points), odds);
  const auto slope = network.log_odds_with_gradient(points);
  ASSERT_TRUE(slope);
  EXPECT_EQ(slope->value, odds);
  EXPECT_EQ(slope->gradient.col(1), VectorXd::Zero(200));
  const double step = 1e-3;  // single precision
  model::Points moved = points;
  moved.x.col(0).array() += step;
  const VectorXd difference = (network.log_odds(moved) - odds) / step;
  EXPECT_LT((difference - slope->gradient.col(0)).cwiseAbs().maxCoeff(),
            0.05 * (1.0 + slope->gradient.col(0).cwiseAbs().maxCoeff()));
}

}  // namespace
}  // namespace hone::learners
