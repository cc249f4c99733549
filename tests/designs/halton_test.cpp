// SPDX-License-Identifier: MIT
#include "hone/designs/halton.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "hone/base/error.hpp"
#include "support/near.hpp"

namespace hone::designs {
namespace {

struct HaltonPoint {
  std::uint64_t index;
  std::array<double, 5> values;  // dimensions 1, 2, 3, 10, 20
};

// SciPy; tests/reference/designs_halton.py prints this table.
constexpr HaltonPoint kHaltonPoints[] = {
    {1, {0.5, 0.3333333333333333, 0.2, 0.034482758620689655, 0.014084507042253521}},
    {2, {0.25, 0.6666666666666666, 0.4, 0.06896551724137931, 0.028169014084507043}},
    {10, {0.3125, 0.37037037037037035, 0.08, 0.3448275862068966, 0.14084507042253522}},
    {1234567,
     {0.8805432319641113, 0.4258453274524673, 0.5376527360000001, 0.309882542416322, 0.2803882592418817}},
};

TEST(Halton, UnscrambledPointsAreThoseOfSciPy) {
  const Halton halton(20, 0, false);
  std::vector<double> point(20);
  for (const auto& [index, values] : kHaltonPoints) {
    halton.point(index, point);
    const std::array<std::size_t, 5> columns{0, 1, 2, 9, 19};
    for (std::size_t k = 0; k < 5; ++k) EXPECT_TRUE(test::near_rel(point[columns[k]], values[k], 1e-13));
  }
}

RC_GTEST_PROP(Halton, AsManyPointsAsAPowerOfTheBaseFillEveryIntervalOnce, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto scramble = *rc::gen::arbitrary<bool>();
  const Halton halton(6, seed, scramble);
  const std::array<int, 6> powers{32, 27, 25, 49, 11, 13};
  for (int j = 0; j < 6; ++j) {
    const int n = powers[static_cast<std::size_t>(j)];
    const DesignPoints points = halton.points(0, n);
    std::set<int> cells;
    // An unscrambled value may lie exactly on a border; the offset keeps it on the right side of rounding.
    for (int i = 0; i < n; ++i) cells.insert(static_cast<int>(points(i, j) * n + 1e-9));
    RC_ASSERT(cells.size() == static_cast<std::size_t>(n));
  }
}

TEST(Halton, EachPointIsUniformOverTheSeedsAndStrictlyInside) {
  const int seeds = 800;
  const std::array<std::uint64_t, 3> indices{0, 5, 4294967295};
  double sum[3][12] = {}, squares[3][12] = {};
  std::vector<double> point(12);
  for (int seed = 0; seed < seeds; ++seed) {
    const Halton halton(12, static_cast<std::uint64_t>(seed));
    for (std::size_t k = 0; k < 3; ++k) {
      halton.point(indices[k], point);
      for (std::size_t j = 0; j < 12; ++j) {
        ASSERT_TRUE(point[j] > 0.0 && point[j] < 1.0);
        sum[k][j] += point[j] / seeds;
        squares[k][j] += point[j] * point[j] / seeds;
      }
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t j = 0; j < 12; ++j) {
      EXPECT_NEAR(sum[k][j], 0.5, 4.0 / std::sqrt(12.0 * seeds));
      EXPECT_NEAR(squares[k][j], 1.0 / 3.0, 4.0 * std::sqrt(4.0 / 45.0 / seeds));
    }
  }
}

// The plain sequence runs along a diagonal in large bases (correlation near 1); scrambling must break that.
TEST(Halton, ScrambledLargeBasesAreUncorrelated) {
  const int n = 400;
  const auto correlation = [n](bool scramble) {
    const DesignPoints points = Halton(300, 3, scramble).points(1, n);
    double sum = 0.0;
    for (int i = 0; i < n; ++i) sum += (points(i, 298) - 0.5) * (points(i, 299) - 0.5) * 12.0 / n;
    return std::abs(sum);
  };
  EXPECT_GT(correlation(false), 0.3);
  EXPECT_LT(correlation(true), 0.2);
}

TEST(Halton, RefusesDimensionsAndIndicesThatDoNotExist) {
  EXPECT_THROW(Halton(0, 1), Error);
  EXPECT_THROW(Halton(501, 1), Error);
  EXPECT_NO_THROW(Halton(500, 1));
  std::vector<double> point(2);
  EXPECT_THROW(Halton(2, 1).point(1ULL << 32, point), Error);
  EXPECT_THROW(Halton(3, 1).point(0, point), Error);
}

}  // namespace
}  // namespace hone::designs
