// SPDX-License-Identifier: MIT
#include "hone/plot/contour.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::plot {
namespace {

double area(const std::vector<std::vector<Place>>& polygons) {
  double sum = 0.0;
  for (const std::vector<Place>& p : polygons) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Place& a = p[i];
      const Place& b = p[(i + 1) % p.size()];
      sum += (a.x * b.y - b.x * a.y) / 2.0;
    }
  }
  return sum;
}

Surface sampled(double (*f)(double, double), int places) {
  Surface field{.x_low = -2, .x_high = 2, .y_low = -1, .y_high = 3, .columns = places, .rows = places};
  for (int row = 0; row < places; ++row) {
    for (int column = 0; column < places; ++column) {
      field.values.push_back(f(-2 + 4.0 * column / (places - 1), -1 + 4.0 * row / (places - 1)));
    }
  }
  return field;
}

TEST(AreaAbove, OfASlopeIsExact) {
  const Surface slope = sampled([](double x, double) { return x; }, 9);
  EXPECT_NEAR(area(area_above(slope, 0.7)), 1.3 * 4.0, 1e-12);
  EXPECT_EQ(area_above(slope, 2.1).size(), 0u);
  const auto all = area_above(slope, -2.0);
  EXPECT_EQ(all.size(), 1u);
  EXPECT_LE(all.front().size(), 5u) << "straight sides have no corners between";
  EXPECT_NEAR(area(all), 16.0, 1e-12);
}

TEST(AreaAbove, OfABowlNearsTheDisc) {
  const Surface bowl = sampled([](double x, double y) { return -x * x - (y - 1) * (y - 1); }, 201);
  EXPECT_NEAR(area(area_above(bowl, -2.25)), 2.25 * 3.14159265, 2e-3);
}

TEST(AreaAbove, GoesAroundHolesTheOtherWay) {
  const Surface ring =
      sampled([](double x, double y) { return std::min(x * x + (y - 1) * (y - 1), 2.25); }, 201);
  const auto outlines = area_above(ring, 0.25);
  ASSERT_EQ(outlines.size(), 2u) << "the square, and the disc cut out of it";
  EXPECT_NEAR(area(outlines), 16.0 - 0.25 * 3.14159265, 2e-3);
}

TEST(AreaAbove, LeavesOutCellsWithAValueThatIsNotFinite) {
  Surface flat = sampled([](double, double) { return 1.0; }, 3);
  flat.values[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NEAR(area(area_above(flat, 0.5)), 12.0, 1e-12);
}

TEST(BandLevels, DivideTheRangeEvenly) {
  const Surface field{.columns = 2, .rows = 2, .values = {0, 1, NAN, 4}, .bands = 4};
  EXPECT_EQ(band_levels(field), (std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(band_levels({.columns = 2, .rows = 2, .values = {3, 3, 3, 3}}).empty());
  EXPECT_TRUE(band_levels({}).empty());
}

}  // namespace
}  // namespace hone::plot
