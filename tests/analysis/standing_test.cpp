// SPDX-License-Identifier: MIT
#include "hone/analysis/standing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>
namespace hone::analysis {
namespace {

const std::vector<Objective> kBoth = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};

Eigen::RowVectorXd row(double loss, double speed) { return Eigen::RowVector2d(loss, speed); }

TEST(Standing, OfOneObjectiveWhatIsBetterIsAhead) {
  const Eigen::VectorXd others = Eigen::Vector4d(1, 2, 2, 3);
  const Eigen::RowVectorXd mine = Eigen::RowVectorXd::Constant(1, 2.0);
  EXPECT_EQ(count_ahead(others, mine, std::vector<Objective>{{"loss", Direction::Minimize}}), 1);
  EXPECT_EQ(count_ahead(others, mine, std::vector<Objective>{{"score", Direction::Maximize}}), 1);
}

TEST(Standing, AnEarlierFrontIsAhead) {
  Eigen::MatrixXd others(4, 2);
  others << 1, 9,  // first front
      2, 10,       // first front
      3, 1,        // dominated by all
      2, 8;        // second front, as mine
  EXPECT_EQ(count_ahead(others, row(2.5, 8.5), kBoth), 2);
  EXPECT_EQ(count_ahead(others, row(0.5, 11), kBoth), 0);
  EXPECT_EQ(count_ahead(others, row(4, 0), kBoth), 4);
}

// Five on a line, none dominates another. The ends have infinite room, and of the three between them those
// with the larger gaps (crowding 2 x 0.5 = 1 for gaps of 0.5, by hand) come first.
TEST(Standing, OnOneFrontMoreRoomIsAhead) {
  Eigen::MatrixXd others(4, 2);
  others << 0, 0, 1, 1, 0.1, 0.1, 0.5, 0.5;  // a smaller loss costs speed
  EXPECT_EQ(count_ahead(others, row(0.15, 0.15), kBoth), 3)
      << "0.1 has a gap of 0.15, mine of 0.4, 0.5 of 0.85";
  EXPECT_EQ(count_ahead(others, row(0.05, 0.05), kBoth), 4) << "mine has 0.1, 0.1 has 0.45";
}

TEST(Standing, ReportsWithoutAFiniteValueForEachHaveNoRow) {
  EXPECT_FALSE(whole_row({1, 0.5}, 2));
  EXPECT_FALSE(whole_row(Report::of(1, std::vector<double>{0.5, NAN}), 2));
  EXPECT_EQ(whole_row(Report::of(1, std::vector<double>{0.5, 2}), 2), row(0.5, 2));
}

}  // namespace
}  // namespace hone::analysis
