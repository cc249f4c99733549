// SPDX-License-Identifier: MIT
#include "hone/gp/scaling.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "support/near.hpp"

namespace hone::gp {
namespace {

TEST(Scaling, StandardisesToMeanZeroAndPopulationVarianceOne) {
  const Eigen::VectorXd y{{3.0, 7.0, 1.0, 9.0}};
  const Eigen::VectorXd z = Scaling(y).standardise(y);
  EXPECT_NEAR(z.mean(), 0.0, 1e-15);
  EXPECT_NEAR(z.squaredNorm() / 4.0, 1.0, 1e-15);
}

TEST(Scaling, WorksForValuesWhoseSquaresOverflowOrUnderflow) {
  for (const double unit : {1e-300, 1e-170, 1e170, 1e300}) {
    const Eigen::VectorXd y = unit * Eigen::VectorXd{{3.0, 7.0, 1.0, 9.0}};
    const Scaling scaling(y);
    const Eigen::VectorXd z = scaling.standardise(y);
    EXPECT_NEAR(z.squaredNorm() / 4.0, 1.0, 1e-12);
    for (Eigen::Index i = 0; i < 4; ++i) EXPECT_TRUE(test::near_rel(scaling.mean(z[i]), y[i], 1e-12));
    EXPECT_GT(scaling.variance(1.0), 0.0);
    EXPECT_TRUE(std::isfinite(scaling.variance(1.0)));
  }
}

TEST(Scaling, OnlyMovesEqualValues) {
  const Eigen::VectorXd y = Eigen::VectorXd::Constant(5, 0.1);
  const Scaling scaling(y);
  EXPECT_LT(scaling.standardise(y).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_NEAR(scaling.mean(0.0), 0.1, 1e-15);
}

TEST(Scaling, OfNothingOrZerosIsTheIdentity) {
  EXPECT_EQ(Scaling(Eigen::VectorXd()).mean(2.5), 2.5);
  EXPECT_EQ(Scaling(Eigen::VectorXd::Zero(3)).mean(2.5), 2.5);
}

RC_GTEST_PROP(Scaling, ThereAndBackReturnsTheValues, (std::vector<double> values)) {
  Eigen::VectorXd y(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) y[static_cast<Eigen::Index>(i)] = values[i];
  if (!y.allFinite()) return;
  const Scaling scaling(y);
  const Eigen::VectorXd z = scaling.standardise(y);
  RC_ASSERT(z.allFinite());
  const double largest = y.size() > 0 ? y.cwiseAbs().maxCoeff() : 0.0;
  for (Eigen::Index i = 0; i < y.size(); ++i)
    RC_ASSERT(std::abs(scaling.mean(z[i]) - y[i]) <= 1e-13 * largest);
}

}  // namespace
}  // namespace hone::gp
