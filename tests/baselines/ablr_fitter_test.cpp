// SPDX-License-Identifier: MIT
#include "hone/baselines/ablr_fitter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"

namespace hone::baselines {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr AblrOptions kSmall = {.layers = 2, .width = 12, .steps = 100, .joint = 10};

/// A number, a category of three that only some points have, a number.
model::Columns mixed_columns() {
  model::Column category = model::Column::category(3);
  category.conditional = true;
  return {model::Column{}, category, model::Column{}};
}

model::Points mixed_points(int n, std::uint64_t seed) {
  Rng rng(seed);
  model::Points points{MatrixXd(n, 3), model::Points::Mask::Constant(n, 3, true)};
  for (Index i = 0; i < n; ++i) {
    points.x.row(i) << rng.uniform(), static_cast<double>(rng.below(3)), rng.uniform();
    points.active(i, 1) = i % 3 != 0;
  }
  return points;
}

model::Dataset mixed_data(int n, double shift, std::uint64_t seed = 1) {
  const model::Points points = mixed_points(n, seed);
  VectorXd y(n);
  for (Index i = 0; i < n; ++i) {
    const double a = points.x(i, 0) - 0.4 - shift;
    const double kind = points.active(i, 1) ? points.x(i, 1) : 1.5;
    y[i] = 40.0 + 10.0 * (a * a + 0.2 * std::sin(4.0 * points.x(i, 2)) + 0.1 * kind);
  }
  return {mixed_columns(), points, y};
}

AblrSources two_sources() {
  const OneHot encoding(mixed_columns());
  AblrSources out;
  for (const double shift : {0.1, -0.1}) {
    const auto seed = static_cast<std::uint64_t>(shift > 0 ? 11 : 12);
    out.tasks.push_back(task_of(encoding, mixed_data(40, shift, seed)));
  }
  out.learned = trained(network_of(encoding, kSmall), out.tasks, kSmall.steps);
  return out;
}

double mean_error(const model::Surrogate& model) {
  const model::Dataset test = mixed_data(200, 0.0, 99);
  return std::sqrt((model.expect(test.points()) - test.y()).squaredNorm() / 200.0);
}

TEST(OneHot, GivesCategoriesAnInputEachAndMarksWhatIsMissing) {
  const OneHot encoding(mixed_columns());
  ASSERT_EQ(encoding.inputs(), 5);
  model::Points points{MatrixXd(2, 3), model::Points::Mask::Constant(2, 3, true)};
  points.x << 0.25, 2, 0.75, 0.5, std::nan(""), 1.0;
  points.active(1, 1) = false;
  MatrixXd expected(5, 2);
  expected << 0.25, 0.5, 0, -1, 0, -1, 1, -1, 0.75, 1.0;
  EXPECT_EQ(encoding.encode(points), expected);
  const MatrixXd slopes = encoding.by_coordinates(MatrixXd::Ones(5, 2), points);
  EXPECT_EQ(slopes, (MatrixXd(2, 3) << 1, 0, 1, 1, 0, 1).finished());
}

TEST(FeatureModel, GradientsAreThoseOfFiniteDifferences) {
  std::vector<double> memory;
  const auto model = AblrFitter(kSmall, {}).fit(mixed_data(15, 0.0), 1, memory);
  const model::Points points = mixed_points(6, 5);
  const auto told = model->predict_with_gradient(points);
  ASSERT_TRUE(told);
  constexpr double h = 1e-6;
  const auto here = model->predict(points);
  for (const Index j : {0, 2}) {
    model::Points up = points, down = points;
    up.x.col(j).array() += h;
    down.x.col(j).array() -= h;
    const auto above = model->predict(up), below = model->predict(down);
    for (Index i = 0; i < 6; ++i) {
      EXPECT_NEAR(told->value.mean[i], here.mean[i], 1e-9);
      EXPECT_NEAR(told->value.variance[i], here.variance[i], 1e-9 + 1e-6 * here.variance[i]);
      EXPECT_NEAR(told->mean(i, j), (above.mean[i] - below.mean[i]) / (2 * h), 1e-4);
      EXPECT_NEAR(told->variance(i, j), (above.variance[i] - below.variance[i]) / (2 * h), 1e-4);
      EXPECT_EQ(told->mean(i, 1), 0.0);
    }
  }
}

TEST(FeatureModel, JointVariancesAreTheSingleOnesAndBelievingKeepsMeans) {
  std::vector<double> memory;
  const auto model = AblrFitter(kSmall, two_sources()).fit(mixed_data(8, 0.0), 1, memory);
  const model::Points points = mixed_points(9, 6);
  const auto joint = model->predict_jointly(points);
  const auto single = model->predict(points);
  ASSERT_TRUE(joint);
  for (Index i = 0; i < 9; ++i) EXPECT_NEAR(joint->covariance(i, i), single.variance[i], 1e-10);
  EXPECT_EQ(joint->covariance, joint->covariance.transpose());
  const auto believed = model->believe(model::select(points, {4}))->predict(points);
  EXPECT_EQ(believed.mean, single.mean);
  EXPECT_TRUE((believed.variance.array() <= single.variance.array() * (1.0 + 1e-9)).all());
  // What one observation with this noise leaves of a variance.
  const double left = 1.0 / (1.0 / single.variance[4] + 1.0 / model->noise_variance());
  EXPECT_NEAR(believed.variance[4], left, 1e-6 * left);
}

TEST(AblrFitter, SourcesTeachWhatFewObservationsCannot) {
  std::vector<double> memory;
  const auto alone = AblrFitter(kSmall, {}).fit(mixed_data(8, 0.0), 1, memory);
  const auto taught = AblrFitter(kSmall, two_sources()).fit(mixed_data(8, 0.0), 1, memory);
  EXPECT_LT(mean_error(*taught), 0.7 * mean_error(*alone));
}

TEST(AblrFitter, AnswersWithAnyNumberOfObservations) {
  for (const bool informed : {true, false}) {
    const AblrFitter fitter(kSmall, informed ? two_sources() : AblrSources{});
    for (const int n : {0, 1, 2, 3, 5, 2 * AblrFitter::kMostObservations}) {
      std::vector<double> memory;
      const auto model = fitter.fit(mixed_data(n, 0.0), 1, memory);
      const auto told = model->predict(mixed_points(10, 3));
      EXPECT_TRUE(told.mean.allFinite()) << n;
      EXPECT_GT(told.variance.minCoeff(), 0.0) << n;
      EXPECT_EQ(memory.size(), 2U);
    }
  }
}

TEST(AblrFitter, DependsOnTheDataAndNothingElse) {
  const AblrFitter fitter(kSmall, two_sources());
  std::vector<double> memory = {1.0, 2.0, 3.0}, again;
  const model::Dataset data = mixed_data(12, 0.0);
  const VectorXd means = fitter.fit(data, 1, memory)->expect(mixed_points(10, 3));
  EXPECT_EQ(fitter.fit(data, 2, again)->expect(mixed_points(10, 3)), means);
  EXPECT_EQ(again, memory);
  EXPECT_EQ(fitter.recall(data, memory, false)->expect(mixed_points(10, 3)), means);
  EXPECT_LT(fitter.recall(data, memory, true)->noise_variance(), 1e-4);
  EXPECT_THROW(fitter.recall(data, {}, false), Error);
}

}  // namespace
}  // namespace hone::baselines
