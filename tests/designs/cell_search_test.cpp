// SPDX-License-Identifier: MIT
#include "hone/designs/cell_search.hpp"

#include <gtest/gtest.h>

namespace hone::designs {
namespace {

const Design kNothing(0, 4, 300, {});

TEST(CellSearch, UsesEveryLevelEquallyOften) {
  // 299 is prime, so that no number of cells divides it.
  for (const int levels : {300, 299}) {
    const Design design =
        augment_by_cells(Design(0, 4, levels, {}), levels, 70, {.seed = 1, .iterations = 2000});
    EXPECT_EQ(design.levels(), levels);
    EXPECT_TRUE(design.balanced());
  }
}

TEST(CellSearch, IsNoWorseThanASearchWithAllLevels) {
  const SearchOptions options{.seed = 2, .iterations = 100000};
  const double all = augment(kNothing, 300, options).value;
  const double cells =
      criterion_value(augment_by_cells(kNothing, 300, 100, options).points(), Criterion::Cd2);
  EXPECT_LT(cells, 1.02 * all);
}

TEST(CellSearch, KeepsExistingRunsAndFillsUpTheLevelsThatTheyLeave) {
  const Design half = augment_by_cells(kNothing, 150, 60, {.seed = 3, .iterations = 20000});
  const Design whole = augment_by_cells(half, 150, 60, {.seed = 4, .iterations = 20000});
  for (int i = 0; i < half.runs(); ++i) {
    for (int j = 0; j < half.factors(); ++j) EXPECT_EQ(whole(i, j), half(i, j));
  }
  EXPECT_TRUE(whole.balanced());
  const Design apart = augment_by_cells(kNothing, 300, 60, {.seed = 5, .iterations = 20000});
  EXPECT_LT(criterion_value(whole.points(), Criterion::Cd2),
            1.3 * criterion_value(apart.points(), Criterion::Cd2));
}

TEST(CellSearch, ChoosesCellsForManyLevelsOnly) {
  EXPECT_EQ(cells_for(1), 1);
  EXPECT_EQ(cells_for(250), 250);
  for (int levels = 251; levels < 3000; levels += 7) {
    EXPECT_GT(cells_for(levels), 80);
    EXPECT_LT(cells_for(levels), 160);
  }
}

TEST(CellSearch, IsAnAugmentationWhenCellsAreLevels) {
  const SearchOptions options{.seed = 6, .iterations = 5000};
  EXPECT_EQ(augment_by_cells(kNothing, 40, 300, options), augment(kNothing, 40, options).design);
}

}  // namespace
}  // namespace hone::designs
