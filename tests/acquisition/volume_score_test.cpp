// SPDX-License-Identifier: MIT
#include "hone/acquisition/volume_score.hpp"

#include <gtest/gtest.h>

#include "stub_surrogate.hpp"

namespace hone::acquisition {
namespace {

VolumeGain gain() { return {Eigen::MatrixXd{{0.2, 0.9}, {0.6, 0.1}}, Eigen::Vector2d(1.0, 1.0)}; }

TEST(VolumeScore, IsTheGainOfWhatTheModelsPredict) {
  const test::StubSurrogate model;
  const model::Points points = test::line(5);
  const model::Prediction prediction = model.predict(points);
  Eigen::MatrixXd mean(5, 2), deviation(5, 2);
  mean.colwise() = prediction.mean;
  deviation.colwise() = Eigen::VectorXd(prediction.variance.array().sqrt());
  Rng rng(1);
  const VolumeScore score({&model, &model}, gain(), {.bounds = true, .kappa = 3.0, .screen = false});
  ASSERT_EQ(score.count(), 3);
  const Eigen::MatrixXd scores = score(points, rng);
  EXPECT_EQ(scores.col(0), -gain().log_expected(mean, deviation));
  EXPECT_EQ(scores.col(2), mean.col(1) - 3.0 * deviation.col(1));
  EXPECT_FALSE(score.with_gradient(points).has_value()) << "several scores have no one gradient";
}

TEST(VolumeScore, GradientsAreThoseOfFiniteDifferences) {
  const test::StubSurrogate model;
  const VolumeScore score({&model, &model}, gain(), {.bounds = false, .screen = false});
  const model::Points points = test::line(7);
  model::Points above = points, below = points;
  constexpr double kStep = 1e-6;
  above.x.array() += kStep;
  below.x.array() -= kStep;
  Rng rng(1);
  const Scored scored = *score.with_gradient(points);
  const Eigen::VectorXd difference = (score(above, rng) - score(below, rng)) / (2 * kStep);
  for (Eigen::Index i = 0; i < 7; ++i)
    EXPECT_NEAR(scored.gradient(i, 0), difference[i], 1e-5 * (1.0 + std::abs(difference[i])));
  const test::StubSurrogate rough(false);
  EXPECT_FALSE(VolumeScore({&model, &rough}, gain(), {.bounds = false}).with_gradient(points).has_value());
}

}  // namespace
}  // namespace hone::acquisition
