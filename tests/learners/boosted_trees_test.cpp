// SPDX-License-Identifier: MIT
#include "hone/learners/boosted_trees.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/rng.hpp"
#include "hone/learners/tree_grower.hpp"
#include "learners/cases.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows of numbers, of which those that are not a number are absent.
model::Points points_of(std::span<const double> values, Index columns) {
  model::Points points;
  points.x = matrix_of(values, columns);
  points.active = !points.x.array().isNaN();
  return points;
}

model::Columns conditional_numbers(int d) {
  model::Columns columns = model::unit_cube(d);
  for (model::Column& column : columns) column.conditional = true;
  return columns;
}

struct Data {
  model::Columns columns = conditional_numbers(reference::kBoostColumns);
  model::Points points = points_of(reference::kBoostX, reference::kBoostColumns);
  model::Points query = points_of(reference::kBoostQuery, reference::kBoostColumns);
  VectorXd weight = vector_of(reference::kBoostWeight);
  VectorXd initial = vector_of(reference::kBoostInitial);
  VectorXd start = vector_of(reference::kBoostStart);
};

/// The same without holes.
Data filled() {
  Data data;
  for (model::Points* points : {&data.points, &data.query}) {
    points->x = points->active.select(points->x, 0.5);
    points->active.resize(0, 0);
  }
  data.columns = model::unit_cube(reference::kBoostColumns);
  return data;
}

void expect_near(const VectorXd& actual, std::span<const double> expected, double tolerance) {
  ASSERT_EQ(actual.size(), std::ssize(expected));
  for (Index i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i], expected[static_cast<std::size_t>(i)], tolerance) << "at " << i;
}

// XGBoost works in single precision.
TEST(BoostedTrees, AgreeWithXgboostOnWeightedLogLossWithHolesAndInitialScores) {
  const Data data;
  const auto model =
      BoostedTrees::fit(data.columns, data.points, {vector_of(reference::kBoostLabel), data.weight},
                        data.initial, {.rounds = 20, .depth = 3, .rate = 0.3});
  expect_near(data.start + model.correction(data.query), reference::kXgbLogistic, 2e-5);
}

TEST(BoostedTrees, AgreeWithXgboostOnWeightedSquaredLoss) {
  const Data data;
  const auto model = BoostedTrees::fit(
      data.columns, data.points, {vector_of(reference::kBoostTarget), data.weight}, data.initial,
      {.loss = Loss::Squared, .rounds = 20, .depth = 4, .rate = 0.3, .lambda = 0.5, .min_child_weight = 2.0});
  expect_near(data.initial + model.correction(data.points), reference::kXgbSquared, 2e-5);
}

TEST(BoostedTrees, AgreeWithScikitLearnOnSquaredLossWithoutAPenalty) {
  const Data data = filled();
  const Labels labels{vector_of(reference::kBoostTarget), data.weight};
  const double mean = best_constant(labels, Loss::Squared);
  const auto model = BoostedTrees::fit(
      data.columns, data.points, labels, VectorXd::Constant(labels.size(), mean),
      {.loss = Loss::Squared, .rounds = 15, .depth = 3, .rate = 0.2, .lambda = 0.0, .min_child_weight = 0.0});
  const VectorXd predicted = model.correction(data.points).array() + mean;
  expect_near(predicted, reference::kSklearnBoosted, 1e-9);
}

TEST(TreeGrower, AgreesWithADecisionTreeOfScikitLearn) {
  const Data data = filled();
  const VectorXd target = vector_of(reference::kBoostTarget);
  const SortedColumns sorted(data.columns, data.points);
  TreeGrower grower(sorted, {.depth = 50, .rule = {.lambda = 0.0, .min_weight = 0.0, .min_rows = 3}});
  std::vector<Slope> slopes;
  for (Index i = 0; i < target.size(); ++i) slopes.push_back({-data.weight[i] * target[i], data.weight[i]});
  Rng rng(1);
  const Tree tree = grower.grow(slopes, rng);
  VectorXd predicted(data.points.rows());
  for (Index i = 0; i < predicted.size(); ++i) predicted[i] = tree.value_at(data.points, i);
  expect_near(predicted, reference::kSklearnTree, 1e-12);
}

TEST(TreeGrower, PartsCategoriesAsWellAsTheBestOfAllSubsets) {
  model::Points points = points_of(reference::kCategoryX, 1);
  for (Index i = 0; i < points.rows(); ++i) {
    if (!points.active(i, 0)) points.x(i, 0) = 3.0;  // whatever it holds has no effect
  }
  model::Column column = model::Column::category(7);
  column.conditional = true;
  const auto model = BoostedTrees::fit(
      {column}, points, {vector_of(reference::kCategoryY), vector_of(reference::kCategoryWeight)}, {},
      {.loss = Loss::Squared, .rounds = 1, .depth = 1, .rate = 1.0});
  model::Points query{MatrixXd(8, 1), model::Points::Mask::Constant(8, 1, true)};
  for (Index i = 0; i < 8; ++i) query.x(i, 0) = std::max<double>(0.0, static_cast<double>(i - 1));
  query.active(0, 0) = false;
  expect_near(model.correction(query), reference::kCategoryValue, 1e-12);
}

TEST(TreeGrower, LeavesSayWhereEachRowWent) {
  const Data data;
  const SortedColumns sorted(data.columns, data.points);
  TreeGrower grower(sorted, {.depth = 6, .rule = {.lambda = 0.0, .min_weight = 0.0}});
  std::vector<Slope> slopes;
  for (const double y : reference::kBoostTarget) slopes.push_back({-y, 1.0});
  slopes[3] = slopes[10] = {};
  Rng rng(1);
  const Tree tree = grower.grow(slopes, rng);
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    const bool left_out = i == 3 || i == 10;
    EXPECT_EQ(grower.leaves()[i], left_out ? -1 : tree.leaf_of(data.points, static_cast<Index>(i)));
  }
}

// Rows that are good and poor at once are one row with a soft label.
TEST(BoostedTrees, ASoftLabelIsTheSameAsTwoRows) {
  const Data data = filled();
  const Index n = data.points.rows();
  const VectorXd good = vector_of(reference::kBoostLabel).cwiseProduct(data.weight);
  const VectorXd poor = VectorXd::Constant(n, 0.6);
  const Labels soft{good.cwiseQuotient(good + poor), good + poor};
  Labels twice{VectorXd::Zero(2 * n), VectorXd(2 * n)};
  twice.label.head(n).setOnes();
  twice.weight << good, poor;
  model::Points both = data.points;
  both.x = data.points.x.replicate(2, 1);
  const BoostingOptions options{.rounds = 30};
  const auto one = BoostedTrees::fit(data.columns, data.points, soft, {}, options);
  const auto two = BoostedTrees::fit(data.columns, both, twice, {}, options);
  EXPECT_TRUE(one.correction(data.query).isApprox(two.correction(data.query), 1e-9));
}

TEST(BoostedTrees, AnswerWithoutRowsColumnsOrDifferences) {
  const model::Points none{MatrixXd(0, 2), {}};
  const model::Points two{MatrixXd::Constant(2, 2, 0.5), {}};
  const auto empty = BoostedTrees::fit(model::unit_cube(2), none, {}, {}, {});
  EXPECT_EQ(empty.correction(two), VectorXd::Zero(2));
  const Labels same{VectorXd::Ones(2), VectorXd::Ones(2)};
  const auto flat = BoostedTrees::fit(model::unit_cube(2), two, same, {}, {.rounds = 3});
  EXPECT_EQ(flat.correction(two)[0], flat.correction(two)[1]);
  EXPECT_GT(flat.correction(two)[0], 0.0);
  const model::Points pointless{MatrixXd(2, 0), {}};
  const auto blind = BoostedTrees::fit({}, pointless, same, {}, {.rounds = 3});
  EXPECT_EQ(blind.correction(pointless), flat.correction(two));
}

TEST(BoostedTrees, StartFromTheBestConstant) {
  const Labels labels{Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(3, 1, 2)};
  EXPECT_NEAR(best_constant(labels, Loss::Logistic), 0.0, 1e-15);
  EXPECT_NEAR(best_constant(labels, Loss::Squared), 0.5, 1e-15);
  EXPECT_TRUE(std::isfinite(best_constant({VectorXd::Ones(2), VectorXd::Ones(2)}, Loss::Logistic)));
}

}  // namespace
}  // namespace hone::learners
