// SPDX-License-Identifier: MIT
#include "hone/model/repeats.hpp"

#include <gtest/gtest.h>

namespace hone::model {
namespace {

Points unmasked(const Eigen::MatrixXd& x) { return {x, {}}; }
PooledNoise noise_of(const Points& points, const Eigen::VectorXd& y) {
  Columns columns(static_cast<std::size_t>(points.cols()));
  for (Column& column : columns) column.conditional = points.active.size() > 0;
  return pooled_noise(Dataset(columns, points, y));
}

// Python's statistics.variance gives 0.0706333 for 1, 1.3, 0.77 and 0.02 for 5, 5.2; a single value says
// nothing: (2 * 0.0706333 + 0.02) / 3.
TEST(PooledNoise, IsThatWithinEqualPoints) {
  Eigen::MatrixXd x(6, 2);
  x << 0.5, 0.25,  //
      0.1, 0.2,    //
      0.5, 0.25,   //
      0.9, 0.9,    //
      0.1, 0.2,    //
      0.5, 0.25;
  Eigen::VectorXd y(6);
  y << 1.0, 5.0, 1.3, -40.0, 5.2, 0.77;
  const PooledNoise noise = noise_of(unmasked(x), y);
  EXPECT_EQ(noise.freedom, 3);
  EXPECT_NEAR(noise.variance, 0.05375555555555558, 1e-14);
}

TEST(PooledNoise, CountsNothingWhereAllPointsDiffer) {
  const PooledNoise noise = noise_of(unmasked(Eigen::MatrixXd{{0.1}, {0.2}}), Eigen::VectorXd{{1.0, 2.0}});
  EXPECT_EQ(noise.freedom, 0);
  EXPECT_EQ(noise.variance, 0.0);
}

TEST(PooledNoise, LooksAtCoordinatesThatExist) {
  Points points;
  points.x = Eigen::MatrixXd{{0.5, 0.1}, {0.5, 0.9}, {0.5, 0.1}};
  points.active = Points::Mask{{true, false}, {true, false}, {true, true}};
  const PooledNoise noise = noise_of(points, Eigen::VectorXd{{1.0, 3.0, 9.0}});
  EXPECT_EQ(noise.freedom, 1);
  EXPECT_EQ(noise.variance, 2.0);
}

}  // namespace
}  // namespace hone::model
