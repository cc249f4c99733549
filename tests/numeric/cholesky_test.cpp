// SPDX-License-Identifier: MIT
#include "hone/numeric/cholesky.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "hone/base/rng.hpp"
#include "support/near.hpp"

namespace hone::numeric {
namespace {

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index cols, std::uint64_t seed) {
  Rng rng(seed);
  Eigen::MatrixXd a(rows, cols);
  for (double& value : a.reshaped()) value = rng.normal();
  return a;
}

Eigen::MatrixXd random_spd(Eigen::Index n, std::uint64_t seed) {
  const Eigen::MatrixXd a = random_matrix(n, n, seed);
  return a * a.transpose() + Eigen::MatrixXd::Identity(n, n);
}

double worst(const Eigen::MatrixXd& a) { return a.size() == 0 ? 0.0 : a.cwiseAbs().maxCoeff(); }

Eigen::MatrixXd product(const Cholesky& factor) { return factor.lower() * factor.lower().transpose(); }

Eigen::MatrixXd hilbert(Eigen::Index n) {
  return Eigen::MatrixXd::NullaryExpr(n, n,
                                      [](Eigen::Index i, Eigen::Index j) { return 1.0 / double(i + j + 1); });
}

RC_GTEST_PROP(Cholesky, ReproducesSolvesAndInverts, ()) {
  const auto n = static_cast<Eigen::Index>(*rc::gen::inRange(1, 70));
  const Eigen::MatrixXd a = random_spd(n, *rc::gen::arbitrary<std::uint64_t>());
  const auto factor = Cholesky::factor(a);
  RC_ASSERT(factor.has_value());
  RC_ASSERT(factor->jitter() == 0.0);
  RC_ASSERT(worst(product(*factor) - a) < 1e-13 * worst(a));
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
  const double tolerance = 1e-14 * static_cast<double>(n) * worst(a);
  RC_ASSERT(worst(factor->inverse() * a - identity) < tolerance);
  RC_ASSERT(worst(factor->inverse_lower() * factor->lower() - identity) < tolerance);
  const Eigen::MatrixXd b = random_matrix(n, 7, 5);
  Eigen::MatrixXd x = b;
  factor->solve_in_place(x);
  RC_ASSERT(worst(a * x - b) < tolerance);
  RC_ASSERT(worst(factor->solve(b.col(3)) - x.col(3)) < tolerance);
}

// det of the Hilbert matrix is known exactly: 1 / 266716800000 for n = 5, and its inverse holds integers.
TEST(Cholesky, KnowsTheHilbertMatrix) {
  const auto factor = Cholesky::factor(hilbert(5));
  ASSERT_TRUE(factor);
  EXPECT_TRUE(test::near_rel(factor->log_determinant(), -std::log(266716800000.0), 1e-12));
  const Eigen::MatrixXd inverse = factor->inverse();
  EXPECT_NEAR(inverse(0, 0), 25.0, 1e-8);
  EXPECT_NEAR(inverse(4, 4), 44100.0, 1e-5);
  EXPECT_NEAR(inverse(2, 3), -117600.0, 1e-4);
  EXPECT_EQ(inverse(2, 3), inverse(3, 2));
}

TEST(Cholesky, AgreesWithDenseInverseOfALargeMatrix) {
  const Eigen::MatrixXd a = random_spd(300, 3);
  const auto factor = Cholesky::factor(a);
  ASSERT_TRUE(factor);
  EXPECT_LT(worst(factor->inverse() - a.inverse()), 1e-12);
  EXPECT_EQ(factor->lower()(0, 299), 0.0);
}

TEST(Cholesky, ClimbsTheLadderForASingularMatrix) {
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Constant(20, 20, 4.0);
  const auto factor = Cholesky::factor(ones);
  ASSERT_TRUE(factor);
  EXPECT_LE(factor->jitter(), 4.0 * 1e-8);
  EXPECT_LT(worst(product(*factor) - ones), 4.0 * 1e-8);
  // The Hilbert matrix of this size is positive definite, but its condition number is beyond double
  // precision.
  EXPECT_TRUE(Cholesky::factor(hilbert(14)));
}

TEST(Cholesky, ReadsOnlyTheLowerTriangle) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Constant(6, 6, 1.0);  // singular, so that jitter is needed
  a.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  const auto factor = Cholesky::factor(a);
  ASSERT_TRUE(factor);
  EXPECT_LT(worst(product(*factor) - Eigen::MatrixXd::Constant(6, 6, 1.0)), 1e-8);
}

TEST(Cholesky, JitterIsRelativeToTheDiagonal) {
  for (const double scale : {1e-300, 1e-8, 1.0, 1e300}) {
    Eigen::MatrixXd a = Eigen::MatrixXd::Constant(5, 5, scale);
    a(4, 4) = scale * (1.0 - 1e-9);  // slightly indefinite, not just singular
    const auto factor = Cholesky::factor(a);
    ASSERT_TRUE(factor) << scale;
    EXPECT_GT(factor->jitter(), 0.9e-10 * scale);
    EXPECT_LT(factor->jitter(), 1.1e-8 * scale);
  }
}

TEST(Cholesky, GivesNothingForWhatCannotBeMended) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(6, 6);
  a(3, 3) = -1.0;
  EXPECT_FALSE(Cholesky::factor(a));
  a(3, 3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(Cholesky::factor(a));
  a(3, 3) = 1.0;
  a(5, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(Cholesky::factor(a));
  a(5, 2) = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(Cholesky::factor(a));
  EXPECT_FALSE(Cholesky::factor(Eigen::MatrixXd::Zero(3, 3)));
  Cholesky factor;
  ASSERT_TRUE(factor.compute(Eigen::MatrixXd::Identity(2, 2)));
  EXPECT_FALSE(factor.compute(a));
  EXPECT_EQ(factor.size(), 0);
}

TEST(Cholesky, OfNothingIsNothing) {
  const auto factor = Cholesky::factor(Eigen::MatrixXd(0, 0));
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->size(), 0);
  EXPECT_EQ(factor->log_determinant(), 0.0);
  EXPECT_EQ(factor->inverse().size(), 0);
}

RC_GTEST_PROP(Cholesky, AppendingRowsEqualsFactoringTheWhole, ()) {
  const auto n = static_cast<Eigen::Index>(*rc::gen::inRange(0, 50));
  const auto k = static_cast<Eigen::Index>(*rc::gen::inRange(1, 9));
  const Eigen::MatrixXd a = random_spd(n + k, *rc::gen::arbitrary<std::uint64_t>());
  Cholesky grown;
  RC_ASSERT(grown.compute(a.topLeftCorner(n, n)));
  RC_ASSERT(grown.append(a.bottomLeftCorner(k, n), a.bottomRightCorner(k, k)));
  RC_ASSERT(grown.size() == n + k);
  RC_ASSERT(worst(grown.lower() - Cholesky::factor(a)->lower()) < 1e-12 * worst(a));
  grown.truncate(n);
  RC_ASSERT(worst(product(grown) - a.topLeftCorner(n, n)) <= 1e-13 * worst(a));
}

TEST(Cholesky, RefusesToAppendWhatIsNotPositiveDefinite) {
  Cholesky factor;
  ASSERT_TRUE(factor.compute(Eigen::MatrixXd::Identity(3, 3)));
  EXPECT_FALSE(factor.append(Eigen::RowVector3d(1.0, 1.0, 0.0), Eigen::MatrixXd::Constant(1, 1, 1.5)));
  EXPECT_EQ(factor.size(), 3);
  EXPECT_TRUE(factor.append(Eigen::RowVector3d(1.0, 1.0, 0.0), Eigen::MatrixXd::Constant(1, 1, 2.5)));
  EXPECT_EQ(factor.size(), 4);
}

RC_GTEST_PROP(Cholesky, UpdateAddsAProduct, ()) {
  const auto n = static_cast<Eigen::Index>(*rc::gen::inRange(1, 40));
  const std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
  const Eigen::MatrixXd a = random_spd(n, seed);
  const Eigen::VectorXd v = random_matrix(n, 1, seed + 1);
  Cholesky factor;
  RC_ASSERT(factor.compute(a));
  factor.update(v);
  RC_ASSERT(worst(product(factor) - (a + v * v.transpose())) < 1e-12 * worst(a));
}

}  // namespace
}  // namespace hone::numeric
