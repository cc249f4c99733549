// SPDX-License-Identifier: MIT
#include "hone/numeric/lbfgs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/rng.hpp"
#include "support/near.hpp"

namespace hone::numeric {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kFree = std::numeric_limits<double>::infinity();
const LbfgsOptions kTight{.max_iterations = 1000, .gradient_tolerance = 1e-9, .relative_decrease = 1e-15};

VectorXd filled(Index n, double value) { return VectorXd::Constant(n, value); }

double rosenbrock(const VectorXd& x, VectorXd& g) {
  double value = 0.0;
  g.setZero();
  for (Index i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i + 1] - x[i] * x[i], b = 1.0 - x[i];
    value += 100.0 * a * a + b * b;
    g[i] += -400.0 * a * x[i] - 2.0 * b;
    g[i + 1] += 200.0 * a;
  }
  return value;
}

// Convex, not separable, with a minimum against several bounds.
double tilted(const VectorXd& x, VectorXd& g) {
  const Index n = x.size();
  const VectorXd k = VectorXd::LinSpaced(n, 1.0, static_cast<double>(n)) / 4.0;
  const VectorXd e = x.cwiseProduct(k).array().exp();
  g = e.cwiseProduct(k) / e.sum() - filled(n, 0.3);
  double value = std::log(e.sum()) - 0.3 * x.sum();
  for (Index i = 0; i < n; ++i) {
    const double d = x[i] - x[(i + n - 1) % n];
    value += 0.5 * d * d;
    g[i] += d;
    g[(i + n - 1) % n] -= d;
  }
  return value;
}

TEST(Lbfgs, SolvesRosenbrockWithoutBounds) {
  for (const Index n : {2, 5, 20}) {
    VectorXd start = filled(n, 1.0);
    for (Index i = 0; i < n; i += 2) start[i] = -1.2;
    const auto result = minimise_lbfgs(rosenbrock, start, filled(n, -kFree), filled(n, kFree), kTight);
    EXPECT_TRUE(result.converged) << n;
    EXPECT_LT(result.value, 1e-15) << n;
    EXPECT_LT((result.x - filled(n, 1.0)).norm(), 1e-6) << n;
    EXPECT_LT(result.evaluations, 60 + 15 * static_cast<int>(n)) << n;
  }
}

// The values below were printed by tests/reference/numeric_lbfgs.py (SciPy's L-BFGS-B).
TEST(Lbfgs, FindsTheBoundedMinimaThatScipyFinds) {
  const auto two = minimise_lbfgs(rosenbrock, Eigen::Vector2d(-1.2, 1.0), Eigen::Vector2d(-1.5, -1.0),
                                  Eigen::Vector2d(0.8, 2.0), kTight);
  EXPECT_NEAR(two.value, 0.04, 1e-12);
  EXPECT_EQ(two.x[0], 0.8);
  EXPECT_NEAR(two.x[1], 0.64, 1e-7);

  VectorXd upper = filled(10, 2.0);
  upper.head(5).setConstant(0.5);
  const auto ten = minimise_lbfgs(rosenbrock, filled(10, -1.0), filled(10, -2.0), upper, kTight);
  EXPECT_TRUE(ten.converged);
  EXPECT_TRUE(test::near_rel(ten.value, 7.5948129489469, 1e-10));
  EXPECT_NEAR(ten.x[1], 0.26306597361, 1e-6);

  const auto eight = minimise_lbfgs(tilted, filled(8, 0.0), filled(8, -1.0), filled(8, 0.5), kTight);
  EXPECT_TRUE(eight.converged);
  EXPECT_TRUE(test::near_rel(eight.value, 1.48154440299279, 1e-13));
  EXPECT_EQ(eight.x[5], 0.5);
  EXPECT_NEAR(eight.x[6], 0.4909590881, 1e-7);
  EXPECT_NEAR(eight.x[7], 0.4684824144, 1e-7);
}

// A convex quadratic in a box is solved when the gradient is zero inside and points outwards at the bounds.
// A random convex quadratic in a random box: by how much the answer violates the optimality conditions.
double violation_on_boxed_quadratic(Index n, std::uint64_t seed) {
  Rng rng(seed);
  Eigen::MatrixXd a(n, n);
  for (double& value : a.reshaped()) value = rng.normal();
  const Eigen::MatrixXd hessian = a * a.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
  VectorXd b(n), lower(n), upper(n), start(n);
  for (Index i = 0; i < n; ++i) {
    b[i] = 3.0 * rng.normal();
    lower[i] = rng.chance(0.2) ? -kFree : -rng.uniform();
    upper[i] = rng.chance(0.2) ? kFree : rng.uniform();
    start[i] = 2.0 * rng.normal();
  }
  bool left = false;
  const SmoothFunction quadratic = [&](const VectorXd& x, VectorXd& g) {
    left = left || !((x.array() >= lower.array()).all() && (x.array() <= upper.array()).all());
    g = hessian * x - b;
    return 0.5 * x.dot(g - b);
  };
  const auto result = minimise_lbfgs(quadratic, start, lower, upper, kTight);
  VectorXd g(n);
  if (quadratic(result.x, g) != result.value || left) return kFree;
  double worst = 0.0;
  for (Index i = 0; i < n; ++i) {
    if (result.x[i] > lower[i]) worst = std::max(worst, g[i]);
    if (result.x[i] < upper[i]) worst = std::max(worst, -g[i]);
  }
  return worst;
}

RC_GTEST_PROP(Lbfgs, SatisfiesTheOptimalityConditionsOfBoxedQuadratics, ()) {
  const auto n = static_cast<Index>(*rc::gen::inRange(1, 25));
  RC_ASSERT(violation_on_boxed_quadratic(n, *rc::gen::arbitrary<std::uint64_t>()) < 1e-5);
}

// Its projected steps run nearly along the contour; they ended 0.2 from flat and called that converged.
TEST(Lbfgs, DoesNotCreepAlongAContourIntoACorner) {
  EXPECT_LT(violation_on_boxed_quadratic(3, 40523968), 1e-5);
}

TEST(Lbfgs, StaysInsideTheDomainOfTheObjective) {
  // log x + 1/x has its minimum at 1; the first steps from far away land where the logarithm is not defined.
  const SmoothFunction edged = [](const VectorXd& x, VectorXd& g) {
    g[0] = 1.0 / x[0] - 1.0 / (x[0] * x[0]) + 1e3 * (x[0] > 5.0 ? 1.0 : 0.0);
    return std::log(x[0]) + 1.0 / x[0] + 1e3 * std::max(0.0, x[0] - 5.0);
  };
  for (const double start : {0.01, 0.5, 3.0, 40.0}) {
    const auto result = minimise_lbfgs(edged, filled(1, start), filled(1, -kFree), filled(1, kFree), kTight);
    EXPECT_NEAR(result.x[0], 1.0, 1e-6) << start;
  }
}

TEST(Lbfgs, SurvivesInfiniteValuesAndNanGradients) {
  const SmoothFunction wall = [](const VectorXd& x, VectorXd& g) {
    g = 2.0 * (x - filled(x.size(), 2.0));
    if (x[0] > 1.5) {
      g[1] = std::numeric_limits<double>::quiet_NaN();
      return kFree;
    }
    return (x - filled(x.size(), 2.0)).squaredNorm();
  };
  const auto result = minimise_lbfgs(wall, filled(2, 0.0), filled(2, -kFree), filled(2, kFree));
  EXPECT_TRUE(std::isfinite(result.value));
  EXPECT_LT(result.value, 1.0);
  EXPECT_LE(result.x[0], 1.5);
}

TEST(Lbfgs, SaysSoWhenTheStartHasNoValue) {
  const SmoothFunction nowhere = [](const VectorXd&, VectorXd& g) {
    g.setZero();
    return std::numeric_limits<double>::quiet_NaN();
  };
  const auto result = minimise_lbfgs(nowhere, filled(3, 0.5), filled(3, 0.0), filled(3, 1.0));
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.evaluations, 1);
  EXPECT_EQ(result.x, filled(3, 0.5));
}

TEST(Lbfgs, MovesAStartOutsideTheBoxAndKeepsFixedVariables) {
  VectorXd lower = filled(3, -1.0), upper = filled(3, 1.0);
  lower[1] = upper[1] = 0.25;
  const auto result = minimise_lbfgs(rosenbrock, filled(3, 9.0), lower, upper, kTight);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.x[1], 0.25);
  EXPECT_NEAR(result.x[2], 0.0625, 1e-7);
}

TEST(Lbfgs, StopsAtOnceAtAMinimum) {
  const auto result = minimise_lbfgs(rosenbrock, filled(4, 1.0), filled(4, -2.0), filled(4, 2.0));
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.evaluations, 1);
}

TEST(Lbfgs, GivesTheBestSoFarWhenIterationsRunOut) {
  const auto result = minimise_lbfgs(rosenbrock, Eigen::Vector2d(-1.2, 1.0), filled(2, -kFree),
                                     filled(2, kFree), {.max_iterations = 3});
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, 3);
  EXPECT_LT(result.value, 24.2);
}

}  // namespace
}  // namespace hone::numeric
