// SPDX-License-Identifier: MIT
#include "hone/learners/density_ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "learners/cases.hpp"
#include "support/near.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

model::Columns mixed_columns() {
  return {model::Column{}, model::Column{}, model::Column::ordered(5), model::Column::category(4)};
}

TEST(Parzen, IsTheDensityOfItsDefinition) {
  const Parzen density(mixed_columns(), matrix_of(reference::kParzenX, 4),
                       vector_of(reference::kParzenWeight), {.prior_weight = 0.8});
  const VectorXd actual = density.log_density(matrix_of(reference::kParzenQuery, 4));
  for (Index i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], reference::kParzenLog[i], 1e-10);
}

TEST(Parzen, IsFlatWithoutPoints) {
  const Parzen density(mixed_columns(), MatrixXd(0, 4), VectorXd(0));
  EXPECT_LT(density.log_density(matrix_of(reference::kParzenQuery, 4)).cwiseAbs().maxCoeff(), 1e-15);
}

// With many points the shares inside [0, 1] are read from a table. One that stands alone is computed, and a
// density of many equal ones must not differ from it: weights are shared out, the flat part is the same.
TEST(Parzen, ManyPointsAreAsExactAsFew) {
  const auto density_of = [](Index n) {
    MatrixXd points(n, 3);
    for (Index i = 0; i < n; ++i) points.row(i) << 0.02, 0.47, 0.9;
    // As wide for any n: the flat part makes up the same share of the bandwidths.
    const double weight = 4.0 / static_cast<double>(n);
    return Parzen(model::unit_cube(3), points, VectorXd::Constant(n, weight),
                  {.prior_weight = 1.0, .bandwidth = 1.0, .least_bandwidth = 0.3});
  };
  Rng rng(8);
  MatrixXd x(50, 3);
  for (double& value : x.reshaped()) value = rng.uniform();
  const VectorXd few = density_of(4).log_density(x), many = density_of(1000).log_density(x);
  EXPECT_LT((few - many).cwiseAbs().maxCoeff(), 1e-5);
}

// What is drawn has the density that is told: the mean of 1 / density over draws is the volume, which is 1
// in units of the flat density. Ordered cells are drawn from between their middles, so they are left out.
TEST(Parzen, DrawsWhatItTells) {
  const model::Columns columns = {model::Column{}, model::Column{}, model::Column::category(4)};
  const MatrixXd all = matrix_of(reference::kParzenX, 4);
  MatrixXd points(all.rows(), 3);
  points << all.leftCols(2), all.col(3);
  const Parzen density(columns, points, VectorXd::Ones(points.rows()));
  Rng rng(4);
  MatrixXd draws(20000, 3);
  for (Index i = 0; i < draws.rows(); ++i) {
    Eigen::RowVectorXd row(3);
    density.draw(rng, row);
    draws.row(i) = row;
  }
  EXPECT_GE(draws.leftCols(2).minCoeff(), 0.0);
  EXPECT_LE(draws.leftCols(2).maxCoeff(), 1.0);
  EXPECT_NEAR((-density.log_density(draws)).array().exp().mean(), 1.0, 0.03);
}

// Good where x is near 0.2, so there the ratio is largest; infinite values are poor.
TEST(DensityRatio, IsLargeWhereGoodPointsAre) {
  MatrixXd x(40, 1);
  VectorXd values(40);
  for (Index i = 0; i < 40; ++i) {
    x(i, 0) = (static_cast<double>(i) + 0.5) / 40.0;
    values[i] = std::abs(x(i, 0) - 0.2);
  }
  const model::Points points{x, {}};
  const DensityRatio ratio(model::unit_cube(1), points, values, {});
  Index best = 0;
  ratio.log_odds(points).maxCoeff(&best);
  EXPECT_NEAR(x(best, 0), 0.2, 0.1);
  values.head(20).setConstant(std::numeric_limits<double>::infinity());
  const DensityRatio other(model::unit_cube(1), points, values, {});
  other.log_odds(points).maxCoeff(&best);
  EXPECT_GE(x(best, 0), 0.4);
}

// A category with a parameter of its own must not win because it has one more to be good at.
TEST(DensityRatio, MoreParametersAreNoMeritInThemselves) {
  model::Column conditional;
  conditional.conditional = true;
  const model::Columns columns = {model::Column::category(2), conditional};
  const Index n = 60;
  model::Points points{MatrixXd(n, 2), model::Points::Mask::Constant(n, 2, true)};
  VectorXd values(n);
  Rng rng(2);
  for (Index i = 0; i < n; ++i) {
    points.x(i, 0) = static_cast<double>(i % 2);
    points.x(i, 1) = rng.uniform();
    points.active(i, 1) = i % 2 == 1;
    // Category 0 is always better; within category 1 the parameter should be near 0.9.
    values[i] = i % 2 == 0 ? 0.01 * static_cast<double>(i) : 10.0 + std::abs(points.x(i, 1) - 0.9);
  }
  const DensityRatio ratio(columns, points, values, {});
  model::Points query{MatrixXd{{0.0, 0.5}, {1.0, 0.9}, {1.0, 0.1}},
                      model::Points::Mask::Constant(3, 2, true)};
  query.active(0, 1) = false;
  const VectorXd odds = ratio.log_odds(query);
  EXPECT_GT(odds[0], odds[1]);
  EXPECT_GT(odds[1], odds[2]);
}

}  // namespace
}  // namespace hone::learners
