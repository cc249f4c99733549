// SPDX-License-Identifier: MIT
#include "hone/designs/criteria.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "hone/base/error.hpp"
#include "hone/designs/design.hpp"
#include "support/near.hpp"

namespace hone::designs {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct CriterionReference {
  int runs, factors, levels;
  std::vector<int> entries;
  std::array<double, 7> values;  // in the order of Criterion
};

// Exact rational arithmetic; tests/reference/designs_criteria.py prints this table. The first design is table
// 1 of Yang and Zhang (2021).
const CriterionReference kCriterionReferences[] = {
    {20,
     2,
     20,
     {16, 15, 18, 19, 12, 1, 19, 3,  1,  9,  10, 7,  9, 20, 4, 13, 2, 18, 14, 10,
      6,  16, 15, 5,  5,  6, 20, 12, 11, 14, 13, 17, 8, 4,  7, 11, 3, 2,  17, 8},
     {0.00076935329861111111, 0.0018137847222222222, 0.0014915483940972222, 0.18027756377319946,
      6.9271355682245478, 0.0, 0.0}},
    {3,
     2,
     3,
     {1, 2, 3, 3, 2, 1},
     {0.029578189300411523, 0.060699588477366255, 0.055491255144032922, 0.47140452079103168,
      2.1256252807797123, 0.5, 0.25}},
    {1, 1, 1, {1}, {0.083333333333333333, 0.16666666666666667, 0.125, kInfinity, 0.0, 0.0, 0.0}},
    {2, 1, 2, {1, 2}, {0.020833333333333333, 0.041666666666666667, 0.03125, 0.5, 2.0, 0.0, 0.0}},
    {4,
     2,
     2,
     {1, 1, 1, 2, 2, 1, 2, 2},
     {0.046657986111111111, 0.11284722222222222, 0.10064019097222222, 0.5, 2.3009613993743448, 0.0, 0.0}},
    {5,
     2,
     5,
     {1, 1, 2, 2, 3, 3, 4, 4, 5, 5},
     {0.019371111111111111, 0.025502222222222222, 0.024747222222222222, 0.28284271247461901,
      4.0615628728763634, 1.0, 1.0}},
    {5,
     3,
     5,
     {1, 3, 4, 2, 5, 2, 3, 1, 1, 4, 2, 5, 5, 4, 3},
     {0.026957637037037037, 0.064559229629629630, 0.067704786111111111, 0.6, 1.8552908611665418, 0.1,
      0.0066666666666666667}},
    {6,
     2,
     3,
     {1, 1, 1, 3, 2, 2, 2, 2, 3, 1, 3, 3},
     {0.021347736625514403, 0.055212620027434842, 0.047946673525377229, 0.0, kInfinity, 0.0, 0.0}},
    {9,
     2,
     9,
     {1, 4, 2, 8, 3, 3, 4, 7, 5, 2, 6, 6, 7, 1, 8, 5, 9, 9},
     {0.0042263628511913834, 0.0080653355687649240, 0.0073278654168571864, 0.24845199749997663,
      4.8165696512727041, 0.1, 0.01}},
    {5,
     4,
     4,
     {1, 4, 2, 1, 1, 1, 1, 4, 3, 2, 4, 2, 4, 4, 3, 3, 2, 1, 4, 4},
     {0.13926264939116843, 0.27500421971450617, 0.37588898301837437, 0.61237243569579452, 1.7111201816462736,
      0.70801043239384307, 0.16638458452434682}},
};

TEST(Criteria, EqualTheExactValuesTo14Digits) {
  for (const CriterionReference& reference : kCriterionReferences) {
    const DesignPoints points =
        Design(reference.runs, reference.factors, reference.levels, reference.entries).points();
    for (std::size_t c = 0; c < reference.values.size(); ++c) {
      const auto criterion = static_cast<Criterion>(c);
      const double actual = criterion_value(points, criterion), expected = reference.values[c];
      if (std::isinf(expected)) {
        EXPECT_EQ(actual, expected);
      } else {
        EXPECT_NEAR(actual, expected, 1e-14 * std::max(1.0, expected)) << criterion_name(criterion);
      }
    }
  }
}

TEST(Criteria, DiscrepancyIsOneOfTheThree) {
  const DesignPoints points = Design(2, 1, 2, {1, 2}).points();
  EXPECT_NEAR(discrepancy(points), 1.0 / 48.0, 1e-15);
  EXPECT_NEAR(discrepancy(points, Criterion::Wd2), 1.0 / 24.0, 1e-15);
  EXPECT_NEAR(discrepancy(points, Criterion::Md2), 1.0 / 32.0, 1e-15);
  EXPECT_THROW(discrepancy(points, Criterion::PhiP), Error);
}

// Reflection at the middle changes none of them, a cyclic shift of one column only leaves WD2 alone.
TEST(Criteria, CentredIsInvariantUnderReflectionAndWrapAroundUnderShifts) {
  const Design design(5, 2, 5, {1, 2, 2, 4, 3, 1, 4, 5, 5, 3});
  std::vector<int> reflected, shifted;
  for (int i = 0; i < 5; ++i) {
    reflected.insert(reflected.end(), {6 - design(i, 0), design(i, 1)});
    shifted.insert(shifted.end(), {design(i, 0) % 5 + 1, design(i, 1)});
  }
  const DesignPoints plain = design.points(), mirror = Design(5, 2, 5, reflected).points();
  const DesignPoints moved = Design(5, 2, 5, shifted).points();
  for (const Criterion c : {Criterion::Cd2, Criterion::Wd2, Criterion::Md2}) {
    EXPECT_NEAR(discrepancy(plain, c), discrepancy(mirror, c), 1e-15);
  }
  EXPECT_NEAR(discrepancy(plain, Criterion::Wd2), discrepancy(moved, Criterion::Wd2), 1e-15);
  EXPECT_GT(std::abs(discrepancy(plain, Criterion::Cd2) - discrepancy(moved, Criterion::Cd2)), 1e-4);
}

TEST(Criteria, PhiApproachesTheReciprocalOfTheSmallestDistance) {
  const DesignPoints points = Design(5, 3, 5, {1, 3, 4, 2, 5, 2, 3, 1, 1, 4, 2, 5, 5, 4, 3}).points();
  EXPECT_NEAR(criterion_value(points, Criterion::PhiP, 50) * criterion_value(points, Criterion::Maximin), 1.0,
              0.05);
  EXPECT_GT(criterion_value(points, Criterion::PhiP, 1), criterion_value(points, Criterion::PhiP, 2));
  EXPECT_THROW(criterion_value(points, Criterion::PhiP, 0), Error);
  EXPECT_THROW(criterion_value(points, Criterion::PhiP, 51), Error);
}

TEST(Criteria, NamesReadBackAndUnknownOnesAreExplained) {
  for (int c = 0; c < 7; ++c) {
    const auto criterion = static_cast<Criterion>(c);
    EXPECT_EQ(criterion_named(criterion_name(criterion)), criterion);
  }
  try {
    criterion_named("cd3");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidOption);
    EXPECT_NE(std::string(error.what()).find("cd2"), std::string::npos);
  }
}

TEST(Criteria, OfNoPointsAndNoPairsAreDefined) {
  EXPECT_EQ(criterion_value(DesignPoints(0, 2), Criterion::PhiP), 0.0);
  EXPECT_EQ(criterion_value(DesignPoints(1, 2), Criterion::Maximin), kInfinity);
  EXPECT_EQ(criterion_value(DesignPoints(3, 1), Criterion::MeanSquaredCorrelation), 0.0);
  EXPECT_NEAR(discrepancy(DesignPoints(0, 1)), 13.0 / 12.0, 1e-15);
}

}  // namespace
}  // namespace hone::designs
