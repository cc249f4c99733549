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

/// How many rows come by each node of a tree.
std::vector<int> visits(const Tree& tree, const model::Points& points) {
  std::vector<int> count(tree.nodes.size(), 0);
  for (Index i = 0; i < points.rows(); ++i) {
    std::size_t at = 0;
    for (++count[0]; tree.nodes[at].column >= 0; ++count[at]) {
      const Tree::Node& node = tree.nodes[at];
      at = static_cast<std::size_t>(node.left) + (points.x(i, node.column) <= node.threshold ? 0 : 1);
    }
  }
  return count;
}

/// The least share of a node's rows that one of its children has, of all nodes of the only tree.
double least_share(const RandomForest& forest, const model::Points& points) {
  const Tree& tree = forest.trees()[0];
  const std::vector<int> count = visits(tree, points);
  double least = 1.0;
  for (std::size_t k = 0; k < count.size(); ++k) {
    if (tree.nodes[k].column < 0) continue;
    const auto left = static_cast<std::size_t>(tree.nodes[k].left);
    least = std::min(least, static_cast<double>(std::min(count[left], count[left + 1])) / count[k]);
  }
  return least;
}

// Three rows at the end of the first column differ from the rest, so that an exact tree cuts them off at
// once.
TEST(RandomForest, KeepsAShareOfTheRowsOnEachSide) {
  Rng rng(5);
  MatrixXd x(200, 2);
  for (double& one : x.reshaped()) one = rng.uniform();
  x.col(0).setLinSpaced(0.0, 1.0);
  VectorXd y = VectorXd::Zero(200);
  y.tail(3).setConstant(1.0);
  ForestOptions options{
      .trees = 1, .depth = 1, .column_share = 1.0, .bootstrap = false, .draw_thresholds = false};
  const model::Points points{x, {}};
  const Labels labels{y, VectorXd::Ones(200)};
  const auto exact = RandomForest::fit(model::unit_cube(2), points, labels, options, 1);
  EXPECT_NEAR(least_share(exact, points), 3.0 / 200.0, 1e-12);
  options.depth = 50;
  options.min_share = 0.2;
  const auto regular = RandomForest::fit(model::unit_cube(2), points, labels, options, 1);
  EXPECT_GE(least_share(regular, points), 0.2);
  // 200 rows, 40, 8, then 3 and 5: step by step the end is found all the same.
  EXPECT_LT((regular.mean(points) - y).cwiseAbs().maxCoeff(), 1e-12);
}

// Nine rows in ten have the same number: the only thresholds that there are lie beyond the share.
TEST(RandomForest, KeepsAsLargeAShareAsEqualNumbersLeave) {
  MatrixXd x = MatrixXd::Constant(40, 1, 0.5);
  x(0, 0) = 0.1;
  x(1, 0) = 0.2;
  x(2, 0) = 0.8;
  x(3, 0) = 0.9;
  VectorXd y = VectorXd::Zero(40);
  y.head(2).setConstant(-1.0);
  y.segment(2, 2).setConstant(2.0);
  const ForestOptions options{
      .trees = 1, .min_share = 0.4, .column_share = 1.0, .bootstrap = false, .draw_thresholds = false};
  const model::Points points{x, {}};
  const auto forest = RandomForest::fit(model::unit_cube(1), points, {y, VectorXd::Ones(40)}, options, 1);
  EXPECT_LT((forest.mean(points) - y).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(forest.trees()[0].nodes.size(), 5U);
}

// All rows at one point: the only leaf of the only tree predicts the mean of the rows drawn for the others.
TEST(RandomForest, ExplainsRowsThatATreeHasNotSeen) {
  const Index n = 12;
  const VectorXd y = VectorXd::LinSpaced(n, 0.0, 11.0).array().square();
  const Labels labels{y, VectorXd::Ones(n)};
  const model::Points points{MatrixXd::Constant(n, 1, 0.5), {}};
  const auto forest =
      RandomForest::fit(model::unit_cube(1), points, labels, {.trees = 1, .out_of_bag = true}, 3);
  Rng rng(3);
  std::vector<bool> drawn(12, false);
  double mean = 0.0;
  for (int i = 0; i < 12; ++i) {
    const auto row = rng.below(12);
    drawn[row] = true;
    mean += y[static_cast<Index>(row)] / 12.0;
  }
  std::vector<double> left_out;
  for (Index i = 0; i < n; ++i) {
    if (!drawn[static_cast<std::size_t>(i)]) left_out.push_back(y[i]);
  }
  ASSERT_GT(left_out.size(), 1U);
  const Eigen::Map<const Eigen::ArrayXd> unseen(left_out.data(), std::ssize(left_out));
  const double expected = 1.0 - (unseen - mean).square().sum() / (unseen - unseen.mean()).square().sum();
  ASSERT_TRUE(forest.explained());
  EXPECT_NEAR(*forest.explained(), expected, 1e-12);
}

TEST(RandomForest, ExplainsAFunctionButNoNoise) {
  const model::Dataset data = waves(300, 4);
  const auto explained = [&](const VectorXd& y, const ForestOptions& options) {
    return RandomForest::fit(model::unit_cube(2), data.points(), {y, VectorXd::Ones(300)}, options, 1)
        .explained();
  };
  EXPECT_GT(*explained(data.y(), {.out_of_bag = true}), 0.95);
  Rng rng(6);
  VectorXd noise(300);
  for (double& one : noise) one = rng.normal();
  EXPECT_LT(*explained(noise, {.out_of_bag = true}), 0.05);
  EXPECT_FALSE(explained(data.y(), {}));
  EXPECT_FALSE(explained(data.y(), {.bootstrap = false, .out_of_bag = true}));
  EXPECT_FALSE(explained(VectorXd::Ones(300), {.out_of_bag = true}));
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
