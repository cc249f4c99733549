// SPDX-License-Identifier: MIT
#include "hone/samplers/pareto_order.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "hone/base/index.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::samplers {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<int> sorted_rows(const ParetoOrder& order) {
  std::vector<int> rows;
  for (Index i = 0; i < order.place.size(); ++i)
    if (!std::isnan(order.place[i])) rows.push_back(static_cast<int>(i));
  std::sort(rows.begin(), rows.end(), [&](int a, int b) { return order.place[a] < order.place[b]; });
  return rows;
}

TEST(ParetoOrder, TakesWhatAddsTheMostVolume) {
  MatrixXd values(6, 2);
  // In units of the range, below (1.1, 1.1): row 1 dominates .7 x .7 = .49, row 2 .6 x .75 = .45, the ends
  // 1.1 x .1 = .11.
  values << 0, 10, 4, 4, 5, 3.5, 10, 0, 11, 11, 6, 6;
  const ParetoOrder order = pareto_order(values);
  EXPECT_EQ(order.front, 4);
  const std::vector<int> rows = sorted_rows(order);
  EXPECT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0], 1);
  EXPECT_EQ(rows[4], 5);  // the second front
  EXPECT_EQ(rows[5], 4);
}

TEST(ParetoOrder, HasNoPlaceForATrialWithoutResult) {
  MatrixXd values(3, 2);
  values << 1, 1, NAN, NAN, 0, 0;
  const ParetoOrder order = pareto_order(values);
  EXPECT_EQ(order.place[0], 1.0);
  EXPECT_TRUE(std::isnan(order.place[1]));
  EXPECT_EQ(order.place[2], 0.0);
  EXPECT_EQ(order.front, 1);
  EXPECT_EQ(pareto_order(MatrixXd(0, 2)).front, 0);
}

TEST(ParetoOrder, PutsTrialsThatBreakALimitBehindByHowMuch) {
  MatrixXd values(4, 2);
  values << 0, 0, 5, 5, -1, -1, 6, 4;
  const ParetoOrder order = pareto_order(values, Eigen::Vector4d(2, 0, 1, 0));
  EXPECT_EQ(sorted_rows(order)[2], 2);
  EXPECT_EQ(sorted_rows(order)[3], 0);
  EXPECT_EQ(order.front, 2);
  // One of them is the best there is where no trial keeps the limits.
  EXPECT_EQ(sorted_rows(pareto_order(values, Eigen::Vector4d(2, 4, 1, 3)))[0], 2);
  EXPECT_EQ(pareto_order(values, Eigen::Vector4d(2, 4, 1, 3)).front, 1);
}

// The definition, tried on every member left: each place of a front goes to who adds the most.
RC_GTEST_PROP(ParetoOrder, IsGreedyInEveryFront, ()) {
  const auto m = *rc::gen::inRange<Index>(2, 4);
  const auto n = *rc::gen::inRange<Index>(2, 20);
  MatrixXd values(n, m);
  for (double& value : values.reshaped()) value = *rc::gen::inRange(0, 30) / 7.0;
  numeric::ParetoSorter sorter;
  sorter.sort(values);
  const std::vector<int> rows = sorted_rows(pareto_order(values));
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    const int front = sorter.ranks()[index(rows[begin])];
    while (end < rows.size() && sorter.ranks()[index(rows[end])] == front) ++end;
    const std::vector<int> members(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                   rows.begin() + static_cast<std::ptrdiff_t>(end));
    MatrixXd unit = values(members, Eigen::all);
    unit.rowwise() -= unit.colwise().minCoeff().eval();
    for (Index k = 0; k < m; ++k) unit.col(k) /= std::max(unit.col(k).maxCoeff(), 1e-300);
    const VectorXd corner = VectorXd::Constant(m, 1.1);
    for (Index taken = 0; taken < unit.rows(); ++taken) {
      const auto with = [&](Index row) {
        MatrixXd some = unit.topRows(taken + 1);
        some.row(taken) = unit.row(row);
        return numeric::hypervolume(some, corner);
      };
      for (Index other = taken + 1; other < unit.rows(); ++other)
        RC_ASSERT(with(taken) >= with(other) - 1e-9);
    }
  }
}

TEST(ParetoOrder, SurvivesManyObjectivesAndExtremeValues) {
  MatrixXd values(40, 5);
  for (Index i = 0; i < values.rows(); ++i)
    for (Index k = 0; k < 5; ++k) values(i, k) = std::sin(static_cast<double>(7 * i + 3 * k + 1)) * 1e308;
  EXPECT_EQ(sorted_rows(pareto_order(values)).size(), 40U);
  EXPECT_EQ(sorted_rows(pareto_order(values.leftCols(2))).size(), 40U);
  EXPECT_EQ(sorted_rows(pareto_order(MatrixXd::Zero(5, 2))).size(), 5U);
}

}  // namespace
}  // namespace hone::samplers
