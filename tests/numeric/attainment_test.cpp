// SPDX-License-Identifier: MIT
#include "hone/numeric/attainment.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "hone/numeric/pareto.hpp"

namespace hone::numeric {
namespace {

using Eigen::MatrixXd;

MatrixXd rows(const std::vector<std::pair<double, double>>& points) {
  MatrixXd out(std::ssize(points), 2);
  for (Eigen::Index i = 0; i < out.rows(); ++i)
    out.row(i) << points[static_cast<std::size_t>(i)].first, points[static_cast<std::size_t>(i)].second;
  return out;
}

TEST(Attainment, OfOneSetIsItsFront) {
  const std::vector<MatrixXd> sets = {rows({{3, 1}, {1, 4}, {2, 2}, {2, 5}, {4, 1}})};
  EXPECT_EQ(attainment_surface(sets, 1), rows({{1, 4}, {2, 2}, {3, 1}}));
}

// By hand: (2, 3) is attained by the first and the third; (4, 1) by the second alone, so that from 5 on,
// where the third joins it, two attain 1.
TEST(Attainment, OfTwoOfThreeSetsIsTheMedian) {
  const std::vector<MatrixXd> sets = {rows({{1, 3}}), rows({{4, 1}}), rows({{2, 2}, {5, 0}})};
  EXPECT_EQ(attainment_surface(sets, 2), rows({{2, 3}, {4, 2}, {5, 1}}));
  EXPECT_EQ(attainment_surface(sets, 3), rows({{4, 3}}));
}

TEST(Attainment, IsEmptyWhereTooFewHavePoints) {
  EXPECT_EQ(attainment_surface(std::vector<MatrixXd>{rows({{1, 1}}), MatrixXd(0, 2)}, 2).rows(), 0);
  EXPECT_EQ(attainment_surface({}, 1).rows(), 0);
}

RC_GTEST_PROP(Attainment, HoldsAtEveryPlaceOfAGrid, ()) {
  const auto small = rc::gen::inRange(0, 6);
  const auto size = rc::gen::inRange(0, 5);
  std::vector<MatrixXd> sets(3);
  for (MatrixXd& set : sets) {
    set.resize(*size, 2);
    for (double& one : set.reshaped()) one = *small;
  }
  const auto least = static_cast<std::size_t>(*rc::gen::inRange(1, 4));
  const auto attains = [](const MatrixXd& set, double x, double y) {
    return ((set.col(0).array() <= x) && (set.col(1).array() <= y)).any();
  };
  const MatrixXd edge = attainment_surface(sets, least);
  for (int x = 0; x < 7; ++x) {
    for (int y = 0; y < 7; ++y) {
      std::size_t count = 0;
      for (const MatrixXd& set : sets) count += attains(set, x, y) ? 1 : 0;
      RC_ASSERT(attains(edge, x, y) == (count >= least));
    }
  }
}

}  // namespace
}  // namespace hone::numeric
