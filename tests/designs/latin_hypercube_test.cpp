// SPDX-License-Identifier: MIT
#include "hone/designs/latin_hypercube.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

#include "hone/base/error.hpp"

namespace hone::designs {
namespace {

RC_GTEST_PROP(LatinHypercube, EveryColumnHoldsEveryIntervalOnce, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const int runs = *rc::gen::inRange(1, 200);
  const int dimensions = *rc::gen::inRange(1, 20);
  const auto place = *rc::gen::element(CellPlace::Jittered, CellPlace::Centred);
  const DesignPoints points = latin_hypercube(runs, dimensions, seed, place);
  for (int j = 0; j < dimensions; ++j) {
    std::set<int> cells;
    for (int i = 0; i < runs; ++i) {
      RC_ASSERT(points(i, j) > 0.0 && points(i, j) < 1.0);
      cells.insert(static_cast<int>(points(i, j) * runs));
    }
    RC_ASSERT(cells.size() == static_cast<std::size_t>(runs));
  }
}

TEST(LatinHypercube, CentredPointsLieInTheMiddleOfTheirCells) {
  const DesignPoints points = latin_hypercube(8, 3, 1, CellPlace::Centred);
  for (const double x : points.values()) EXPECT_EQ(std::fmod(x * 8, 1.0), 0.5);
}

TEST(LatinHypercube, JitteredPointsAreUniformInTheirCells) {
  const DesignPoints points = latin_hypercube(5000, 2, 1);
  double sum = 0.0;
  for (const double x : points.values()) sum += std::fmod(x * 5000, 1.0);
  EXPECT_NEAR(sum / 10000, 0.5, 4.0 / std::sqrt(12.0 * 10000));
}

TEST(LatinHypercube, ColumnsAreIndependentAndSeedsDiffer) {
  const int n = 2000;
  const DesignPoints a = latin_hypercube(n, 2, 1), b = latin_hypercube(n, 2, 2);
  double within = 0.0, between = 0.0;
  for (int i = 0; i < n; ++i) {
    within += (a(i, 0) - 0.5) * (a(i, 1) - 0.5) * 12.0 / n;
    between += (a(i, 0) - 0.5) * (b(i, 0) - 0.5) * 12.0 / n;
  }
  EXPECT_LT(std::abs(within), 4.0 / std::sqrt(n));
  EXPECT_LT(std::abs(between), 4.0 / std::sqrt(n));
}

TEST(LatinHypercube, RefusesNegativeRunsAndNoDimensions) {
  EXPECT_EQ(latin_hypercube(0, 2, 1).rows(), 0);
  EXPECT_THROW(latin_hypercube(-1, 2, 1), Error);
  EXPECT_THROW(latin_hypercube(3, 0, 1), Error);
}

}  // namespace
}  // namespace hone::designs
