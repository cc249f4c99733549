// SPDX-License-Identifier: MIT
#include "hone/numeric/pareto.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"

namespace hone::numeric {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double kWorst = std::numeric_limits<double>::infinity();

bool dominates(const MatrixXd& f, Index a, Index b) {
  return (f.row(a).array() <= f.row(b).array()).all() && (f.row(a).array() < f.row(b).array()).any();
}

// By the definition: peel off what nothing left dominates.
std::vector<int> peel(const MatrixXd& f) {
  std::vector<int> ranks(static_cast<std::size_t>(f.rows()), -1);
  for (int front = 0, left = static_cast<int>(f.rows()); left > 0; ++front) {
    std::vector<Index> members;
    for (Index i = 0; i < f.rows(); ++i) {
      if (ranks[static_cast<std::size_t>(i)] >= 0) continue;
      bool free = true;
      for (Index j = 0; j < f.rows() && free; ++j) {
        free = ranks[static_cast<std::size_t>(j)] >= 0 || !dominates(f, j, i);
      }
      if (free) members.push_back(i);
    }
    for (const Index i : members) ranks[static_cast<std::size_t>(i)] = front;
    left -= static_cast<int>(members.size());
  }
  return ranks;
}

// Coarse values make many ties and repetitions, fine ones none.
MatrixXd any_objectives(Index largest) {
  const auto n = static_cast<Index>(*rc::gen::inRange(1, static_cast<int>(largest)));
  const auto m = static_cast<Index>(*rc::gen::inRange(1, 6));
  const bool coarse = *rc::gen::arbitrary<bool>();
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  MatrixXd f(n, m);
  for (double& value : f.reshaped()) value = coarse ? static_cast<double>(rng.below(4)) : rng.normal();
  return f;
}

RC_GTEST_PROP(ParetoSorter, RanksAsTheDefinitionSays, ()) {
  ParetoSorter sorter;
  for (int repeat = 0; repeat < 2; ++repeat) {  // twice, for what may be left over from the first time
    const MatrixXd f = any_objectives(150);
    sorter.sort(f);
    RC_ASSERT(sorter.ranks() == peel(f));
  }
}

TEST(ParetoSorter, PutsNanLastAndKeepsEqualRowsTogether) {
  MatrixXd f(5, 2);
  f << 1, 2, NAN, 0, 1, 2, 0, 3, 2, 3;
  ParetoSorter sorter;
  sorter.sort(f);
  EXPECT_EQ(sorter.ranks(), (std::vector<int>{0, 0, 0, 0, 1}));
  f(1, 1) = 9;
  sorter.sort(f);
  EXPECT_EQ(sorter.ranks(), (std::vector<int>{0, 2, 0, 0, 1}));
}

// Worked by hand: on the first front, gaps are shares of the ranges 4 and 8; the second front has two
// members.
TEST(ParetoSorter, CrowdingIsTheMeanShareOfTheGaps) {
  MatrixXd f(7, 2);
  f << 0, 8, 1, 5, 1, 5, 3, 4, 4, 0, 5, 9, 6, 8;
  ParetoSorter sorter;
  sorter.sort(f);
  ASSERT_EQ(sorter.ranks(), (std::vector<int>{0, 0, 0, 0, 0, 1, 1}));
  const std::vector<double>& room = sorter.crowding();
  EXPECT_EQ(room[0], kWorst);
  EXPECT_DOUBLE_EQ(room[1], 0.5 * (3.0 / 4.0 + 4.0 / 8.0));
  EXPECT_EQ(room[2], 0.0);  // repeats the row before
  EXPECT_DOUBLE_EQ(room[3], 0.5 * (3.0 / 4.0 + 5.0 / 8.0));
  EXPECT_EQ(room[4], kWorst);
  EXPECT_EQ(room[5], kWorst);
  EXPECT_EQ(room[6], kWorst);
}

TEST(ParetoSorter, CrowdingSurvivesInfiniteAndConstantObjectives) {
  MatrixXd f(4, 3);
  f << 0, 3, 1, 1, 2, 1, 2, 1, 1, 3, -kWorst, 1;
  ParetoSorter sorter;
  sorter.sort(f);
  for (const double room : sorter.crowding()) EXPECT_FALSE(std::isnan(room));
  sorter.sort(MatrixXd(0, 2));
  EXPECT_EQ(sorter.fronts(), 0);
  EXPECT_TRUE(sorter.crowding().empty());
}

TEST(ParetoFront, HoldsTheRowsNothingDominates) {
  MatrixXd f(4, 2);
  f << 2, 2, 1, 3, 2, 3, 0, 9;
  EXPECT_EQ(pareto_front(f), (std::vector<Index>{0, 1, 3}));
}

TEST(Hypervolume, OfBoxesIsKnown) {
  EXPECT_DOUBLE_EQ(hypervolume(Eigen::RowVector2d(1, 2), Eigen::Vector2d(3, 5)), 6.0);
  EXPECT_DOUBLE_EQ(hypervolume(Eigen::RowVector3d(1, 2, 3), Eigen::Vector3d(3, 5, 4)), 6.0);
  EXPECT_DOUBLE_EQ(hypervolume(MatrixXd::Constant(3, 1, 2.0), Eigen::VectorXd::Constant(1, 5.0)), 3.0);
  MatrixXd two(3, 2);
  two << 0, 2, 1, 1, 2, 0;
  EXPECT_DOUBLE_EQ(hypervolume(two, Eigen::Vector2d(3, 3)), 6.0);
  MatrixXd corners(3, 3);
  corners << 0, 1, 1, 1, 0, 1, 1, 1, 0;
  EXPECT_DOUBLE_EQ(hypervolume(corners, Eigen::Vector3d(2, 2, 2)), 4.0);
  EXPECT_EQ(hypervolume(two, Eigen::Vector2d(0, 0)), 0.0);
  EXPECT_EQ(hypervolume(MatrixXd(0, 2), Eigen::Vector2d(0, 0)), 0.0);
  EXPECT_THROW(hypervolume(MatrixXd::Zero(1, 4), Eigen::Vector4d::Ones()), Error);
}

// On a grid of unit cells the volume is the number of cells whose corner some row dominates.
RC_GTEST_PROP(Hypervolume, CountsDominatedCells, ()) {
  const auto n = static_cast<Index>(*rc::gen::inRange(1, 12));
  const bool flat = *rc::gen::arbitrary<bool>();
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  MatrixXd f(n, 3);
  for (double& value : f.reshaped()) value = static_cast<double>(rng.below(7));
  if (flat) f.col(2).setConstant(4.0);
  int cells = 0;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) {
      for (int z = 0; z < 5; ++z) {
        bool inside = false;
        for (Index i = 0; i < n; ++i) inside = inside || (f(i, 0) <= x && f(i, 1) <= y && f(i, 2) <= z);
        cells += inside ? 1 : 0;
      }
    }
  }
  RC_ASSERT(hypervolume(f, Eigen::Vector3d(5, 5, 5)) == static_cast<double>(cells));
  if (flat) RC_ASSERT(hypervolume(f.leftCols(2), Eigen::Vector2d(5, 5)) == static_cast<double>(cells));
}

}  // namespace
}  // namespace hone::numeric
