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
        augment_by_cells(Design(0, 4, levels, {}), levels, 70, {.seed = 1, .iterations = 2000}).design;
    EXPECT_EQ(design.levels(), levels);
    EXPECT_TRUE(design.balanced());
  }
}

// The same search with all 300 levels ended at 5.648e-5, 5.745e-5 and 5.654e-5 with seeds 2, 3 and 4.
TEST(CellSearch, IsNoWorseThanASearchWithAllLevels) {
  const SearchResult cells = augment_by_cells(kNothing, 300, 100, {.seed = 2, .iterations = 100000});
  EXPECT_LT(cells.value, 1.02 * 5.648e-5);
  EXPECT_EQ(cells.value, criterion_value(cells.design.points(), Criterion::Cd2));
}

TEST(CellSearch, KeepsExistingRunsAndFillsUpTheLevelsThatTheyLeave) {
  const Design half = augment_by_cells(kNothing, 150, 60, {.seed = 3, .iterations = 20000}).design;
  const Design whole = augment_by_cells(half, 150, 60, {.seed = 4, .iterations = 20000}).design;
  for (int i = 0; i < half.runs(); ++i) {
    for (int j = 0; j < half.factors(); ++j) EXPECT_EQ(whole(i, j), half(i, j));
  }
  EXPECT_TRUE(whole.balanced());
  const Design apart = augment_by_cells(kNothing, 300, 60, {.seed = 5, .iterations = 20000}).design;
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

TEST(CellSearch, IsWhatAnnealingDoesWithManyLevels) {
  DesignSearchOptions options{.seed = 6, .iterations = 5000};
  EXPECT_EQ(augment(kNothing, 40, options).design,
            augment_by_cells(kNothing, 40, cells_for(300), options).design);
  options.criterion = Criterion::Maximin;
  EXPECT_GT(augment(kNothing, 40, options).value, 0.0) << "runs that share their cells have no distance";
}

TEST(CellSearch, EndsWithItsTime) {
  int asked = 0;
  const DesignSearchOptions options{.seed = 7, .spent = [&asked] { return ++asked / 200.0; }};
  const SearchResult result = augment_by_cells(kNothing, 300, 100, options);
  EXPECT_TRUE(result.design.balanced());
  EXPECT_LT(asked, 220) << "after the budget every loop looks once more at most";
}

}  // namespace
}  // namespace hone::designs
