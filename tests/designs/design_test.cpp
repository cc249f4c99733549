// SPDX-License-Identifier: MIT
#include "hone/designs/design.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "hone/base/error.hpp"

namespace hone::designs {
namespace {

TEST(Design, LevelsStandForTheMiddlesOfTheirCells) {
  const Design design(2, 2, 4, {1, 4, 2, 3});
  EXPECT_EQ(design.points().row(0)[0], 0.125);
  EXPECT_EQ(design.points().row(0)[1], 0.875);
  EXPECT_EQ(design.points().row(1)[0], 0.375);
  EXPECT_EQ(design.row(1)[1], 3);
}

TEST(Design, RefusesEntriesThatAreNoLevelsAndSaysWhich) {
  EXPECT_THROW(Design(2, 2, 3, {1, 2, 3}), Error);
  EXPECT_THROW(Design(1, 1, 0, {1}), Error);
  EXPECT_THROW(Design(-1, 1, 1, {}), Error);
  try {
    Design(2, 2, 3, {1, 2, 4, 3});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "run 2, factor 1 of the design has level 4; levels are whole numbers from 1 to 3");
  }
}

TEST(Design, IsBalancedWhenEveryColumnHoldsEveryLevelEquallyOften) {
  EXPECT_TRUE(Design(4, 2, 2, {1, 2, 2, 2, 1, 1, 2, 1}).balanced());
  EXPECT_FALSE(Design(4, 2, 2, {1, 2, 2, 2, 1, 1, 2, 2}).balanced());
  EXPECT_FALSE(Design(3, 1, 2, {1, 2, 1}).balanced());
}

RC_GTEST_PROP(Design, SnappingItsPointsGivesItBack, ()) {
  const int levels = *rc::gen::inRange(1, 3000);
  const auto entries = *rc::gen::container<std::vector<int>>(12, rc::gen::inRange(1, levels + 1));
  const Design design(4, 3, levels, entries);
  RC_ASSERT(snap(design.points(), levels) == design);
}

TEST(Design, SnappingPutsTheBordersIntoTheOuterCells) {
  DesignPoints points(1, 3);
  points(0, 1) = 1.0;
  points(0, 2) = 0.5;
  EXPECT_EQ(snap(points, 10), Design(1, 3, 10, {1, 10, 6}));
  points(0, 2) = 1.1;
  EXPECT_THROW(snap(points, 10), Error);
}

TEST(Design, StackingKeepsTheOrderAndNeedsEqualShapes) {
  const Design a(1, 2, 3, {1, 2}), b(2, 2, 3, {3, 3, 2, 1});
  EXPECT_EQ(stack(a, b), Design(3, 2, 3, {1, 2, 3, 3, 2, 1}));
  EXPECT_THROW(stack(a, Design(1, 2, 4, {1, 2})), Error);
  EXPECT_THROW(stack(a, Design(1, 1, 3, {1})), Error);
  EXPECT_EQ(stack(a.points(), b.points()), stack(a, b).points());
  EXPECT_THROW(stack(a.points(), DesignPoints(1, 3)), Error);
}

TEST(Design, SelectingTakesRunsInTheOrderAskedFor) {
  const Design all(3, 2, 3, {1, 2, 3, 3, 2, 1});
  EXPECT_EQ(select(all, std::vector{2, 0}), Design(2, 2, 3, {2, 1, 1, 2}));
}

}  // namespace
}  // namespace hone::designs
