// SPDX-License-Identifier: MIT
#include "hone/numeric/undominated.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::numeric {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Some values are drawn from a few, so that there are ties.
MatrixXd any_points(Index rows, Index columns, Rng& rng) {
  MatrixXd points(rows, columns);
  for (double& value : points.reshaped()) {
    value = rng.below(2) == 0 ? rng.uniform() * 1.2 : static_cast<double>(rng.below(6)) / 5.0;
  }
  return points;
}

int boxes_around(const OpenBoxes& boxes, const VectorXd& point) {
  int count = 0;
  for (Index i = 0; i < boxes.lower.rows(); ++i) {
    const auto inside = [&](Index k) { return boxes.lower(i, k) < point[k] && point[k] < boxes.upper(i, k); };
    bool all = true;
    for (Index k = 0; k < point.size(); ++k) all = all && inside(k);
    count += all ? 1 : 0;
  }
  return count;
}

// The law: whatever is below the reference and dominated by nobody lies in exactly one box, all else in none.
RC_GTEST_PROP(UndominatedBoxes, HoldWhatNobodyDominatesOnce, (std::uint64_t seed, bool three)) {
  Rng rng(seed);
  const Index m = three ? 3 : 2;
  const MatrixXd front = any_points(static_cast<Index>(rng.below(20)), m, rng);
  const VectorXd reference = VectorXd::Ones(m);
  const OpenBoxes boxes = undominated_boxes(front, reference);
  RC_ASSERT(boxes.lower.rows() <= 2 * front.rows() + 1);
  for (int i = 0; i < 200; ++i) {
    VectorXd point(m);
    for (double& value : point) value = 1.4 * rng.uniform() - 0.2;
    const bool below = (point.array() < 1.0).all();
    bool dominated = false;
    for (Index row = 0; row < front.rows(); ++row) {
      dominated = dominated || (front.row(row).transpose().array() <= point.array()).all();
    }
    RC_ASSERT(boxes_around(boxes, point) == (below && !dominated ? 1 : 0));
  }
}

// Above the corner 0 the boxes and what is dominated fill the unit cube.
RC_GTEST_PROP(UndominatedBoxes, AddUpWithTheHypervolume, (std::uint64_t seed, bool three)) {
  Rng rng(seed);
  const Index m = three ? 3 : 2;
  const MatrixXd front = any_points(static_cast<Index>(rng.below(30)), m, rng);
  const OpenBoxes boxes = undominated_boxes(front, VectorXd::Ones(m));
  const Eigen::ArrayXXd sides = boxes.upper.array().max(0.0) - boxes.lower.array().max(0.0);
  const double free = boxes.lower.rows() == 0 ? 0.0 : sides.rowwise().prod().sum();
  RC_ASSERT(std::abs(free + hypervolume(front, VectorXd::Ones(m)) - 1.0) < 1e-12);
}

TEST(UndominatedBoxes, WithoutAFrontAreAllBelowTheReference) {
  const OpenBoxes boxes = undominated_boxes(MatrixXd(0, 2), Eigen::Vector2d(3.0, 4.0));
  ASSERT_EQ(boxes.lower.rows(), 1);
  EXPECT_EQ(boxes.upper.row(0), Eigen::RowVector2d(3.0, 4.0));
  EXPECT_TRUE(boxes.lower.array().isInf().all());
}

TEST(UndominatedBoxes, RefusesOtherNumbersOfObjectives) {
  EXPECT_THROW(undominated_boxes(MatrixXd(0, 4), VectorXd::Ones(4)), Error);
}

}  // namespace
}  // namespace hone::numeric
