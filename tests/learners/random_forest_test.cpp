// SPDX-License-Identifier: MIT
#include "hone/learners/random_forest.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/learners/forest_fitter.hpp"
#include "learners/cases.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

model::Dataset waves(Index n, std::uint64_t seed) {
  Rng rng(seed);
  MatrixXd x(n, 2);
  for (double& one : x.reshaped()) one = rng.uniform();
  const VectorXd y = (6.0 * x.col(0)).array().sin() + 0.3 * x.col(1).array();
  return {x, y};
}

TEST(RandomForest, OfOneTreeOnAllRowsIsADecisionTree) {
  const auto filled = [](std::span<const double> values) {
    const MatrixXd rows = matrix_of(values, 4);
    return model::Points{rows.array().isNaN().select(0.5, rows), {}};
  };
  const VectorXd y = vector_of(reference::kBoostTarget);
  const VectorXd weight = vector_of(reference::kBoostWeight);
  const auto forest = RandomForest::fit(model::unit_cube(4), filled(reference::kBoostX), {y, weight},
                                        {.trees = 1,
                                         .depth = 50,
                                         .min_rows = 3,
                                         .column_share = 1.0,
                                         .bootstrap = false,
                                         .draw_thresholds = false},
                                        1);
  const VectorXd mean = forest.mean(filled(reference::kBoostX));
  for (Index i = 0; i < mean.size(); ++i) EXPECT_NEAR(mean[i], reference::kSklearnTree[i], 1e-12);
}

// Two rows with the same point: every tree has one leaf, whose weighted mean and variance are known.
TEST(RandomForest, VarianceIsThatWithinLeavesPlusThatBetweenTrees) {
  const model::Points points{MatrixXd::Constant(2, 1, 0.5), {}};
  const Labels labels{Eigen::Vector2d(0.0, 4.0), Eigen::Vector2d(1.0, 3.0)};
  const auto one =
      RandomForest::fit(model::unit_cube(1), points, labels, {.trees = 5, .bootstrap = false}, 1);
  const model::Prediction prediction = one.predict(points);
  EXPECT_NEAR(prediction.mean[0], 3.0, 1e-12);
  EXPECT_NEAR(prediction.variance[0], 3.0, 1e-12);
  // With drawn rows a tree is 0, 4 or both: total variance over many trees is that of drawing a tree first
  // and a row of its leaf then. P(00) = 1/4, P(44) = 1/4, P(04) = 1/2 with mean 3 and variance 3.
  const auto many = RandomForest::fit(model::unit_cube(1), points, labels, {.trees = 4000}, 1);
  const double mean = 0.25 * 4.0 + 0.5 * 3.0;
  const double between =
      0.25 * mean * mean + 0.25 * (4.0 - mean) * (4.0 - mean) + 0.5 * (3.0 - mean) * (3.0 - mean);
  EXPECT_NEAR(many.predict(points).mean[0], mean, 0.1);
  EXPECT_NEAR(many.predict(points).variance[0], 0.5 * 3.0 + between, 0.15);
}

TEST(ForestSurrogate, LearnsAFunctionAndDoubtsWhereItHasSeenLittle) {
  const model::Dataset data = waves(200, 1);
  const model::Dataset fresh = waves(100, 2);
  std::vector<double> memory;
  const auto model = ForestFitter({}).fit(data, 7, memory);
  const model::Prediction seen = model->predict(fresh.points());
  EXPECT_LT((seen.mean - fresh.y()).squaredNorm() / 100.0, 0.02);
  EXPECT_GT(seen.variance.minCoeff(), 0.0);
  EXPECT_FALSE(model->predict_jointly(fresh.points()));
  EXPECT_FALSE(model->predict_with_gradient(fresh.points()));
  EXPECT_EQ(model->expect(fresh.points()),
            ForestFitter({}).recall(data, memory, false)->expect(fresh.points()));
  EXPECT_THROW(ForestFitter({}).recall(data, std::vector{0.5}, false), Error);
}

TEST(ForestSurrogate, BelievesInPendingPointsByDoubtingLessAroundThem) {
  std::vector<double> memory;
  const auto model = ForestFitter({}).fit(waves(60, 3), 7, memory);
  const model::Points point{MatrixXd::Constant(1, 2, 0.37), {}};
  const auto believing = model->believe(point);
  EXPECT_LT(believing->predict(point).variance[0], model->predict(point).variance[0]);
  EXPECT_NEAR(believing->predict(point).mean[0], model->predict(point).mean[0], 0.1);
}

TEST(ForestSurrogate, AnswersWithoutData) {
  std::vector<double> memory;
  const auto model = ForestFitter({}).fit({MatrixXd(0, 2), VectorXd(0)}, 1, memory);
  EXPECT_EQ(model->predict({MatrixXd::Zero(1, 2), {}}).mean[0], 0.0);
}

}  // namespace
}  // namespace hone::learners
