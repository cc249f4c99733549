// SPDX-License-Identifier: MIT
#include "hone/search/region.hpp"

#include <gtest/gtest.h>

namespace hone::search {
namespace {

SearchSpace mixed() {
  return SearchSpace(Space({real("x", 0, 1), integer("n", 0, 999), boolean("flag"), boolean("other"),
                            categorical("kind", {"a", "b", "c"})}));
}

Eigen::RowVectorXd centre() {
  Eigen::RowVectorXd at(5);
  at << 0.5, 0.5005, 0.25, 0.75, 1.0;
  return at;
}

TEST(Region, DrawsNumbersWithinReachAndFewCoarseSteps) {
  const SearchSpace space = mixed();
  const Region region(centre(), 0.05);
  Rng rng(3);
  Eigen::RowVectorXd point(5);
  int flips = 0, other_kinds = 0;
  const int draws = 2000;
  for (int i = 0; i < draws; ++i) {
    region.draw(space, rng, point);
    EXPECT_NEAR(point[0], 0.5, 0.05);
    EXPECT_NEAR(point[1], 0.5005, 0.05);
    flips += point[2] != 0.25 ? 1 : 0;
    other_kinds += point[4] != 1.0 ? 1 : 0;
    EXPECT_TRUE(region.contains(space, point));
  }
  // Three coarse columns: each changes in one draw of four.
  EXPECT_NEAR(flips, draws / 4, 100);
  EXPECT_NEAR(other_kinds, draws / 4, 100);
}

TEST(Region, ContainsTheNextValueHoweverFarItIs) {
  const SearchSpace space = mixed();
  const Region region(centre(), 0.01);
  Eigen::RowVectorXd point = centre();
  EXPECT_TRUE(region.contains(space, point));
  point[2] = 0.75;
  point[4] = 0.0;
  EXPECT_TRUE(region.contains(space, point));
  point[0] = 0.52;
  EXPECT_FALSE(region.contains(space, point));
}

TEST(Region, IsEverywhereByDefault) {
  const SearchSpace space = mixed();
  const Region everywhere;
  EXPECT_TRUE(everywhere.everywhere());
  EXPECT_EQ(everywhere.lower(0), 0.0);
  EXPECT_EQ(everywhere.upper(0), 1.0);
  EXPECT_TRUE(everywhere.contains(space, Eigen::RowVectorXd::Zero(5)));
}

}  // namespace
}  // namespace hone::search
