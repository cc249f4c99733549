// SPDX-License-Identifier: MIT
#include "hone/numeric/local_quadratic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/rng.hpp"

namespace hone::numeric {
namespace {

using Point = std::vector<double>;

struct Sample {
  std::vector<Point> rows;
  std::vector<std::span<const double>> points;  ///< the rows
  std::vector<double> values;
};

template <class F>
Sample sample(int count, int dimensions, F f) {
  Rng rng(3);
  Sample result;
  for (int i = 0; i < count; ++i) {
    Point point;
    for (int j = 0; j < dimensions; ++j) point.push_back(rng.uniform());
    result.values.push_back(f(point));
    result.rows.push_back(std::move(point));
  }
  result.points.assign(result.rows.begin(), result.rows.end());
  return result;
}

const Point kLow{0, 0, 0}, kHigh{1, 1, 1}, kMiddle{0.5, 0.5, 0.5};

// f = (x-.3)² + 2(y-.6)² + 3(z-.5)² + (x-.3)(y-.6): lowest at (.3, .6, .5).
double bowl(const Point& p) {
  const double x = p[0] - 0.3, y = p[1] - 0.6, z = p[2] - 0.5;
  return x * x + 2 * y * y + 3 * z * z + x * y;
}

TEST(LocalQuadratic, FindsTheMinimumOfAQuadraticExactly) {
  for (const double scale : {1.0, 1e-200, 1e300}) {
    const Sample s = sample(20, 3, [scale](const Point& p) { return scale * (bowl(p) - 1.0); });
    const Point found = quadratic_minimum(s.points, s.values, kMiddle, kLow, kHigh);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_NEAR(found[0], 0.3, 1e-5);
    EXPECT_NEAR(found[1], 0.6, 1e-5);
    EXPECT_NEAR(found[2], 0.5, 1e-5);
  }
}

TEST(LocalQuadratic, KeepsToTheBox) {
  const Sample s = sample(20, 3, bowl);
  const Point found = quadratic_minimum(s.points, s.values, kMiddle, {{0.4, 0.0, 0.0}}, kHigh);
  EXPECT_EQ(found[0], 0.4);
  // With x held at 0.4: 4 (y - .6) + .1 = 0.
  EXPECT_NEAR(found[1], 0.575, 1e-5);
  const Sample hill = sample(20, 3, [](const Point& p) { return -bowl(p); });
  for (const double x : quadratic_minimum(hill.points, hill.values, kMiddle, kLow, kHigh))
    EXPECT_TRUE(x == 0.0 || x == 1.0);
}

TEST(LocalQuadratic, LeavesOutMixedTermsWhenPointsAreFew) {
  const auto plain = [](const Point& p) {
    return std::pow(p[0] - 0.3, 2) + 2 * std::pow(p[1] - 0.6, 2) + 3 * std::pow(p[2] - 0.5, 2);
  };
  const Sample s = sample(8, 3, plain);
  const Point found = quadratic_minimum(s.points, s.values, kMiddle, kLow, kHigh);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NEAR(found[0], 0.3, 1e-3);
  const Sample few = sample(7, 3, plain);
  EXPECT_TRUE(quadratic_minimum(few.points, few.values, kMiddle, kLow, kHigh).empty());
}

TEST(LocalQuadratic, SurvivesConstantValuesAndRepeatedPoints) {
  Sample s = sample(15, 3, [](const Point&) { return 7.0; });
  EXPECT_EQ(quadratic_minimum(s.points, s.values, kMiddle, kLow, kHigh).size(), 3U);
  for (Point& row : s.rows) row = kMiddle;
  s.points.assign(s.rows.begin(), s.rows.end());
  for (const double x : quadratic_minimum(s.points, s.values, kMiddle, kLow, kHigh))
    EXPECT_TRUE(x >= 0.0 && x <= 1.0);
}

}  // namespace
}  // namespace hone::numeric
