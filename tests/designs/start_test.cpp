// SPDX-License-Identifier: MIT
#include "hone/designs/start.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace hone::designs {
namespace {

std::vector<int> counts(const Design& design, int factor) {
  std::vector<int> result(static_cast<std::size_t>(design.levels()));
  for (int i = 0; i < design.runs(); ++i) ++result[static_cast<std::size_t>(design(i, factor) - 1)];
  return result;
}

RC_GTEST_PROP(Start, LevelsAreUsedEquallyOftenUpToOne, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const int levels = *rc::gen::inRange(1, 30), runs = *rc::gen::inRange(1, 100);
  const Design design = add_random_runs(Design(0, 3, levels, {}), runs, rng);
  for (int j = 0; j < 3; ++j) {
    const auto [least, most] = std::ranges::minmax(counts(design, j));
    RC_ASSERT(most - least <= (runs % levels == 0 ? 0 : 1));
  }
}

// No new run takes a level while another was used less.
RC_GTEST_PROP(Start, NewRunsFillUpWhatExistingOnesLeft, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const int levels = *rc::gen::inRange(1, 10), runs = *rc::gen::inRange(0, 30);
  const auto entries = *rc::gen::container<std::vector<int>>(20, rc::gen::inRange(1, levels + 1));
  const Design existing(10, 2, levels, entries);
  const Design design = add_random_runs(existing, runs, rng);
  for (int i = 0; i < 10; ++i) RC_ASSERT(std::ranges::equal(design.row(i), existing.row(i)));
  for (int j = 0; j < 2; ++j) {
    const std::vector<int> before = counts(existing, j), after = counts(design, j);
    const int least = std::ranges::min(after);
    for (std::size_t u = 0; u < after.size(); ++u) RC_ASSERT(after[u] == before[u] || after[u] <= least + 1);
  }
}

TEST(Start, LevelsThatComeMoreOftenAreSpreadEvenly) {
  Rng rng(1);
  EXPECT_EQ(counts(add_random_runs(Design(0, 1, 9, {}), 3, rng), 0),
            (std::vector<int>{0, 1, 0, 0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(counts(add_random_runs(Design(0, 1, 4, {}), 6, rng), 0), (std::vector<int>{1, 2, 1, 2}));
}

TEST(Start, NewFactorsAreBalancedAndOldOnesStay) {
  Rng rng(2);
  const Design existing(4, 1, 2, {1, 1, 1, 2});
  const Design design = add_random_factors(existing, 2, rng);
  EXPECT_EQ(design.factors(), 3);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(design(i, 0), existing(i, 0));
  EXPECT_EQ(counts(design, 1), (std::vector<int>{2, 2}));
  EXPECT_EQ(counts(design, 2), (std::vector<int>{2, 2}));
}

}  // namespace
}  // namespace hone::designs
