// SPDX-License-Identifier: MIT
#include "hone/base/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hone {
namespace {

// Known-answer vectors of Random123 1.14 (tests/kat_vectors, philox 4x32 10 rounds); the stream sets the two
// upper counter words.
TEST(Rng, MatchesThePublishedPhiloxVectors) {
  Rng zero(0, 0);
  EXPECT_EQ(zero.bits32(), 0x6627e8d5U);
  EXPECT_EQ(zero.bits32(), 0xe169c58dU);
  EXPECT_EQ(zero.bits32(), 0xbc57ac4cU);
  EXPECT_EQ(zero.bits32(), 0x9b00dbd8U);
}

TEST(Rng, EqualSeedsGiveEqualStreamsAndOtherStreamsDiffer) {
  Rng a(7, 1);
  Rng b(7, 1);
  Rng c(7, 2);
  int equal_to_c = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t x = a.bits64();
    EXPECT_EQ(x, b.bits64());
    equal_to_c += x == c.bits64() ? 1 : 0;
  }
  EXPECT_EQ(equal_to_c, 0);
}

TEST(Rng, BelowIsUniformByTheChiSquareTest) {
  Rng rng(3);
  std::vector<int> counts(10);
  for (int i = 0; i < 100000; ++i) ++counts[static_cast<std::size_t>(rng.below(10))];
  double chi_square = 0.0;
  for (const int count : counts) chi_square += (count - 1e4) * (count - 1e4) / 1e4;
  EXPECT_LT(chi_square, 27.9);  // the 99.9 % point for 9 degrees of freedom
}

TEST(Rng, NormalHasTheMomentsOfTheNormal) {
  Rng rng(5);
  const int n = 200000;
  double sum = 0.0, squares = 0.0, fourth = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
  }
  EXPECT_NEAR(sum / n, 0.0, 4.0 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1.0, 4.0 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth / n, 3.0, 4.0 * std::sqrt(96.0 / n));
}

TEST(Rng, PermutationHoldsEveryNumberOnce) {
  Rng rng(11);
  std::vector<int> order = rng.permutation(100);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(MixSeed, ChangesWithEveryPart) {
  const std::uint64_t base = mix_seed(1, 2, 3);
  EXPECT_NE(base, mix_seed(2, 2, 3));
  EXPECT_NE(base, mix_seed(1, 3, 3));
  EXPECT_NE(base, mix_seed(1, 2, 4));
  EXPECT_NE(mix_seed(1, 2, 0), mix_seed(2, 1, 0));
}

}  // namespace
}  // namespace hone
