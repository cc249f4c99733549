// SPDX-License-Identifier: MIT
#include "hone/designs/sobol.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "support/data.hpp"

namespace hone::designs {
namespace {

// tests/reference/designs_sobol.py: index, sum of 1000 coordinates, coordinates 1-10, 100, 190, ..., 1000,
// all in units of 2^-30, from SciPy.
std::vector<std::vector<long long>> scipy_rows() {
  std::ifstream file(hone::test::data("reference/designs_sobol.csv"));
  std::vector<std::vector<long long>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<long long> row;
    for (const std::string& cell : split(line, ',')) row.push_back(parse_integer(cell).value());
    rows.push_back(row);
  }
  return rows;
}

// The cell of width 2^-30 that a value lies in.
long long cell30(double value) { return static_cast<long long>(std::floor(value * 0x1.0p30)); }

TEST(SobolSequence, UnscrambledPointsAreThoseOfSciPyInOneTwoAndTenDimensions) {
  const auto rows = scipy_rows();
  ASSERT_GE(rows.size(), 19U);
  for (const int dimensions : {1, 2, 10}) {
    const SobolSequence sobol(dimensions, 0, false);
    std::vector<double> point(static_cast<std::size_t>(dimensions));
    for (const auto& row : rows) {
      sobol.point(static_cast<std::uint64_t>(row[0]), point);
      for (std::size_t j = 0; j < point.size(); ++j) {
        EXPECT_EQ(point[j], static_cast<double>(row[2 + j]) * 0x1.0p-30 + 0x1.0p-33) << "index " << row[0];
      }
    }
  }
}

TEST(SobolSequence, UnscrambledPointsAreThoseOfSciPyInAThousandDimensions) {
  const SobolSequence sobol(1000, 0, false);
  std::vector<double> point(1000);
  for (const auto& row : scipy_rows()) {
    sobol.point(static_cast<std::uint64_t>(row[0]), point);
    long long sum = 0;
    for (const double x : point) sum += cell30(x);
    EXPECT_EQ(sum, row[1]) << "index " << row[0];
    for (std::size_t j = 0; j < 11; ++j) EXPECT_EQ(cell30(point[99 + 90 * j]), row[12 + j]);
  }
}

RC_GTEST_PROP(SobolSequence, EveryAlignedBlockFillsEveryIntervalOnceWhateverTheSeed, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const int m = *rc::gen::inRange(0, 9);
  const int dimensions = *rc::gen::inRange(1, 60);
  const int block = *rc::gen::inRange(0, 20);
  const int n = 1 << m;
  const DesignPoints points =
      SobolSequence(dimensions, seed).points(static_cast<std::uint64_t>(block) << m, n);
  for (int j = 0; j < dimensions; ++j) {
    std::set<int> cells;
    for (int i = 0; i < n; ++i) cells.insert(static_cast<int>(points(i, j) * n));
    RC_ASSERT(cells.size() == static_cast<std::size_t>(n));
  }
}

// The first two dimensions are a (0, m, 2)-net: one point in each box of area 2^-m, whatever its shape.
RC_GTEST_PROP(SobolSequence, TheFirstTwoDimensionsFillEveryElementaryBoxOnce, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const int m = *rc::gen::inRange(0, 11);
  const int across = *rc::gen::inRange(0, m + 1);
  const int n = 1 << m;
  const DesignPoints points = SobolSequence(2, seed).points(0, n);
  std::set<std::pair<int, int>> boxes;
  for (int i = 0; i < n; ++i) {
    boxes.emplace(static_cast<int>(points(i, 0) * (1 << across)),
                  static_cast<int>(points(i, 1) * (1 << (m - across))));
  }
  RC_ASSERT(boxes.size() == static_cast<std::size_t>(n));
}

TEST(SobolSequence, ScrambledPointsLieStrictlyInsideAndAreDistinctToTheLastDigit) {
  const DesignPoints points = SobolSequence(3, 9).points(0, 1 << 14);
  std::set<double> tails;
  for (int i = 0; i < points.rows(); ++i) {
    for (const double x : points.row(i)) {
      ASSERT_GT(x, 0.0);
      ASSERT_LT(x, 1.0);
    }
    tails.insert(std::fmod(points(i, 0) * 0x1.0p32, 1.0));
  }
  EXPECT_GT(tails.size(), 16000U);  // 20 random digits behind the 32 of the sequence
}

TEST(SobolSequence, SeedsAndDimensionsAreScrambledIndependently) {
  const SobolSequence a(2, 1), b(2, 2);
  double same_dimension = 0.0, across = 0.0;
  const int n = 4096;
  std::vector<double> p(2), q(2);
  for (std::uint64_t i = 0; i < n; ++i) {
    a.point(i, p);
    b.point(i, q);
    same_dimension += (p[0] - 0.5) * (q[0] - 0.5) * 12.0 / n;
    across += (p[0] - 0.5) * (q[1] - 0.5) * 12.0 / n;
    EXPECT_NE(p, q);
  }
  // The first coin of each tree decides half of the correlation, so it is bounded but not small.
  EXPECT_LT(std::abs(same_dimension), 0.999);
  EXPECT_LT(std::abs(across), 0.1);
}

// The mean of a scrambled point over seeds is 1/2 in each dimension, at each index: first of all at index 0,
// which is the corner without scrambling. The squared correlation of two indices vanishes in the mean as
// well.
TEST(SobolSequence, EachPointIsUniformOverTheSeeds) {
  const int seeds = 4000;
  for (const std::uint64_t index : {0ULL, 1ULL, 77ULL, 4294967295ULL}) {
    std::vector<double> sum(5), squares(5), point(5);
    for (int seed = 0; seed < seeds; ++seed) {
      SobolSequence(5, static_cast<std::uint64_t>(seed)).point(index, point);
      for (std::size_t j = 0; j < 5; ++j) {
        sum[j] += point[j] / seeds;
        squares[j] += point[j] * point[j] / seeds;
      }
    }
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_NEAR(sum[j], 0.5, 4.0 / std::sqrt(12.0 * seeds));
      EXPECT_NEAR(squares[j], 1.0 / 3.0, 4.0 * std::sqrt(4.0 / 45.0 / seeds));
    }
  }
}

// For a smooth integrand the standard deviation over seeds falls like n^(-3/2), against n^(-1/2) for plain
// random points: 64 times more points must win far more than 64-fold; 512-fold is the theory.
TEST(SobolSequence, TheErrorOfAnAverageFallsFasterThanOneOverN) {
  const auto spread = [](int n) {
    double sum = 0.0;
    const int seeds = 50;
    for (int seed = 0; seed < seeds; ++seed) {
      const DesignPoints points = SobolSequence(2, static_cast<std::uint64_t>(seed)).points(0, n);
      double mean = 0.0;
      for (int i = 0; i < n; ++i) mean += std::exp(points(i, 0)) * std::exp(points(i, 1)) / n;
      sum += std::pow(mean - std::pow(std::exp(1.0) - 1.0, 2), 2) / seeds;
    }
    return std::sqrt(sum);
  };
  EXPECT_GT(spread(16) / spread(1024), 150.0);
}

TEST(SobolSequence, RefusesDimensionsAndIndicesThatDoNotExist) {
  EXPECT_THROW(SobolSequence(0, 1), Error);
  EXPECT_THROW(SobolSequence(SobolSequence::max_dimensions() + 1, 1), Error);
  EXPECT_NO_THROW(SobolSequence(SobolSequence::max_dimensions(), 1));
  std::vector<double> point(2);
  EXPECT_THROW(SobolSequence(2, 1).point(1ULL << 32, point), Error);
  EXPECT_THROW(SobolSequence(3, 1).point(0, point), Error);
}

}  // namespace
}  // namespace hone::designs
