// SPDX-License-Identifier: MIT
#include "hone/samplers/run_set.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hone/base/rng.hpp"

namespace hone::samplers {
namespace {

TEST(RunSet, IsASetWhateverTheOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    RunSet runs;
    std::set<int> expected;
    for (int i = 0; i < 60; ++i) {
      const int run = static_cast<int>(rng.below(40));
      runs.add(run);
      expected.insert(run);
      int missing = 0;
      while (expected.contains(missing)) ++missing;
      ASSERT_EQ(runs.first_missing(), missing);
      ASSERT_EQ(runs.size(), static_cast<int>(expected.size()));
      for (int r = 0; r < 42; ++r) ASSERT_EQ(runs.contains(r), expected.contains(r)) << r;
    }
  }
}

TEST(RunSet, StaysSmallWhenRunsComeNearlyInOrder) {
  RunSet runs;
  for (int block = 0; block < 1000; block += 4) {
    for (const int i : {2, 0, 3, 1}) runs.add(block + i);
    EXPECT_LE(runs.stretches(), 3U);
  }
  EXPECT_EQ(runs.stretches(), 1U);
  EXPECT_EQ(runs.first_missing(), 1000);
}

}  // namespace
}  // namespace hone::samplers
