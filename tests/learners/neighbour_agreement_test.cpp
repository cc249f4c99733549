// SPDX-License-Identifier: MIT
#include "hone/learners/neighbour_agreement.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hone/base/rng.hpp"

namespace hone::learners {
namespace {

using Eigen::VectorXd;
using model::unit_cube;

/// Rows that count so much as good ones, and 1 as poor ones.
Labels counting(const VectorXd& as_good) {
  const VectorXd weight = as_good.array() + 1.0;
  return {as_good.cwiseQuotient(weight), weight};
}

model::Points on_a_line(const VectorXd& x) { return {x, {}}; }

// By hand: the good rows 0, 1, 2 and 6 have 2, 2, 2 and 1 good ones among their nearest five.
TEST(NeighbourAgreement, IsTheWeighedLessThePlainShareOfGoodNeighbours) {
  VectorXd x(8), as_good(8);
  x << 0, 0.1, 0.2, 0.3, 0.6, 0.7, 0.8, 1.0;
  as_good << 3, 1, 1, 0, 0, 0, 2, 0;
  EXPECT_NEAR(neighbour_agreement(unit_cube(1), on_a_line(x), counting(as_good)),
              ((3.0 * 2 + 2 + 2 + 2.0 * 1) / 7.0 - 7.0 / 4.0) / 5.0, 1e-14);
  as_good << 1, 1, 1, 0, 0, 0, 9, 0;  // what counts most is alone
  EXPECT_LT(neighbour_agreement(unit_cube(1), on_a_line(x), counting(as_good)), -0.03);
}

TEST(NeighbourAgreement, IsNothingWithoutDifferences) {
  const VectorXd x = VectorXd::LinSpaced(9, 0.0, 1.0);
  VectorXd as_good = VectorXd::Zero(9);
  EXPECT_EQ(neighbour_agreement(unit_cube(1), on_a_line(x), counting(as_good)), 0.0);
  as_good.head(4).setConstant(0.5);
  EXPECT_NEAR(neighbour_agreement(unit_cube(1), on_a_line(x), counting(as_good)), 0.0, 1e-15);
  EXPECT_EQ(neighbour_agreement(unit_cube(1), on_a_line(x.head(1)), counting(as_good.head(1))), 0.0);
  EXPECT_EQ(neighbour_agreement(unit_cube(1), on_a_line(x.head(0)), counting(as_good.head(0))), 0.0);
}

// The nearest ones are those of the same category and with the same coordinates.
TEST(NeighbourAgreement, KnowsCategoriesAndMissingCoordinates) {
  model::Columns columns = {model::Column::category(2), {}};
  columns[1].conditional = true;
  const int n = 24;
  model::Points points{Eigen::MatrixXd(n, 2), model::Points::Mask::Constant(n, 2, true)};
  VectorXd as_good = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    points.x(i, 0) = i % 2;
    points.x(i, 1) = i / 2 / 12.0;
    if (i % 2 == 1 && i < 12) points.active(i, 1) = false;  // in front of them everything that has none
  }
  // Category 0 is good and counts little; of category 1 one is good and counts much.
  for (int i = 0; i < n; i += 2) as_good[i] = 1.0;
  as_good[1] = 12.0;
  EXPECT_NEAR(neighbour_agreement(columns, points, counting(as_good)),
              (12.0 * 5 / 24) / 5 - (12.0 * 5 / 13) / 5, 1e-14);
}

VectorXd noisy_bowl(const Eigen::MatrixXd& x, double noise, Rng& rng) {
  VectorXd y(x.rows());
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double f = 1.0 + 100.0 * (x.row(i).array() - 0.3).square().sum();
    y[i] = f * (1.0 + noise * rng.normal());
  }
  return y;
}

TEST(NeighbourAgreement, TellsLuckFromMerit) {
  for (const double noise : {0.0, 0.1, 1.0}) {
    double sum = 0.0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Rng rng(seed);
      model::Points points{Eigen::MatrixXd(128, 2), {}};
      for (double& value : points.x.reshaped()) value = rng.uniform();
      const Labels labels =
          label_values(noisy_bowl(points.x, noise, rng), 1.0 / 3.0, Utility::CappedImprovement);
      sum += neighbour_agreement(unit_cube(2), points, labels) / 20.0;
    }
    if (noise < 1.0) {
      EXPECT_GT(sum, 0.02) << noise;
    } else {
      EXPECT_LT(sum, -0.02) << noise;
    }
  }
}

TEST(NeighbourAgreement, LooksAtSomeOfManyRows) {
  const int n = 5000;
  Rng rng(4);
  model::Points points{Eigen::MatrixXd(n, 2), {}};
  for (double& value : points.x.reshaped()) value = rng.uniform();
  const Labels labels = label_values(noisy_bowl(points.x, 0.0, rng), 1.0 / 3.0, Utility::Improvement);
  EXPECT_GT(neighbour_agreement(unit_cube(2), points, labels), 0.02);
}

}  // namespace
}  // namespace hone::learners
