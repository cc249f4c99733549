// SPDX-License-Identifier: MIT
#include "hone/designs/level_box.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace hone::designs {
namespace {

using Row = std::vector<int>;

TEST(LevelBox, TheWholeCubeHasTheLevelsOfADesign) {
  const LevelBox box(2, 5);
  EXPECT_DOUBLE_EQ(box.value(0, 1), 0.1);
  EXPECT_DOUBLE_EQ(box.value(1, 5), 0.9);
  EXPECT_EQ(box.snap(std::vector{0.0, 1.0}), (Row{1, 5}));
}

// Formula (12): q = 5 and stage 2 give x* - 4/20 ... x* + 4/20 in steps of 1/10.
TEST(LevelBox, AnOddNumberOfLevelsLiesEvenlyAroundTheCentre) {
  const LevelBox box(std::vector{0.5, 0.3}, 5, 2);
  const double expected[] = {0.3, 0.4, 0.5, 0.6, 0.7};
  for (int k = 1; k <= 5; ++k) EXPECT_NEAR(box.value(0, k), expected[k - 1], 1e-15);
  EXPECT_NEAR(box.value(1, 1), 0.1, 1e-15);
}

// Formula (13): q = 4 and stage 3 give x* - 2/32 ... x* + 1/8 in steps of 1/16.
TEST(LevelBox, AnEvenNumberOfLevelsHasOneMoreAbove) {
  const LevelBox box(std::vector{0.5}, 4, 3);
  const double expected[] = {0.4375, 0.5, 0.5625, 0.625};
  for (int k = 1; k <= 4; ++k) EXPECT_DOUBLE_EQ(box.value(0, k), expected[k - 1]);
}

TEST(LevelBox, IsShiftedInwardsAtTheBordersByItself) {
  const LevelBox box(std::vector{0.1, 0.9, 0.5}, 5, 2);
  EXPECT_EQ(box.value(0, 1), 0.0);
  EXPECT_NEAR(box.value(0, 5), 0.4, 1e-15);
  EXPECT_NEAR(box.value(1, 1), 0.6, 1e-15);
  EXPECT_DOUBLE_EQ(box.value(1, 5), 1.0);
  EXPECT_NEAR(box.value(2, 1), 0.3, 1e-15);
}

TEST(LevelBox, KnowsWhatLiesInside) {
  const LevelBox box(std::vector{0.5, 0.5}, 5, 2);
  EXPECT_EQ(box.snap(std::vector{0.5, 0.5}), (Row{3, 3}));
  EXPECT_EQ(box.snap(std::vector{0.26, 0.74}), (Row{1, 5}));
  EXPECT_EQ(box.snap(std::vector{0.24, 0.5}), std::nullopt);
  EXPECT_EQ(box.snap(std::vector{0.5, 0.76}), std::nullopt);
}

// Every level of one stage is one of the next around any of its points: existing runs keep their places.
TEST(LevelBox, LevelsOfAStageAreLevelsOfTheNext) {
  const LevelBox first(1, 7);
  for (int k = 1; k <= 7; ++k) {
    const LevelBox second(std::vector{first.value(0, k)}, 7, 2);
    for (int l = 1; l <= 7; ++l) {
      const auto row = second.snap(std::vector{first.value(0, l)});
      if (!row) continue;
      EXPECT_NEAR(second.value(0, (*row)[0]), first.value(0, l), 1e-12) << k << " " << l;
    }
  }
}

}  // namespace
}  // namespace hone::designs
