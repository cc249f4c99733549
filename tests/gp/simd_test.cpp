// SPDX-License-Identifier: MIT
#include "hone/gp/simd.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "hone/gp/panel.hpp"
#include "support/near.hpp"

namespace hone::gp {
namespace {

struct Reference {
  double u, a, b, value, by_log_a, by_log_b, by_log_u;
};
// 50 digits with mpmath; tests/reference/gp_warp.py prints this table.
constexpr Reference kWarp[] = {
    {0.5, 1, 1, 0.5, -0.34657359027997265, 0.34657359027997265, 0.5},
    {0.3, 0.5, 2, 0.79544511501033222, -0.2982512222542878, 0.32461202397015883, 0.24772255750516611},
    {0.9, 4, 0.25, 0.23421290396362129, -0.15393018572810033, 0.20435112158082021, 1.4609855007544874},
    {1e-06, 0.125, 8, 0.79121383954797356, -0.62388699580212327, 0.32705197583688073, 0.045158446601343228},
    {0.999999, 0.125, 0.125, 0.86287590466242665, -0.017140510845914161, 0.27244760838775019,
     17140.502275164423},
    {1e-06, 8, 0.125, 1.256199413743332e-49, -1.3815510557963937e-47, 1.2499999999976739e-49,
     1.0000000000000061e-48},
    {0.999999, 8, 8, 1.0, -1.3421343313261096e-40, 1.5751448844741254e-39, 1.3421336602202381e-34},
    {0.25, 10, 0.125, 1.192093392888024e-7, -1.6525930380047395e-6, 1.1920933218336883e-7,
     1.1920938902685319e-6},
};

TEST(Simd, TheWarpAndItsDerivativesEqualTheReference) {
  for (const Reference& r : kWarp) {
    const double log_u[1 + simd::kPadding] = {std::log(r.u)};
    double value = 0.0;
    double by_log_a = 0.0;
    double by_log_b = 0.0;
    double by_log_u = 0.0;
    simd::kumaraswamy(log_u, 1, r.a, r.b, {&value, &by_log_a, &by_log_b, &by_log_u});
    EXPECT_NEAR(value, r.value, 1e-14);
    EXPECT_NEAR(by_log_a, r.by_log_a, 1e-12);
    EXPECT_NEAR(by_log_b, r.by_log_b, 1e-12);
    EXPECT_NEAR(by_log_u, r.by_log_u, 1e-12 * (1.0 + std::abs(r.by_log_u)));
  }
}

// Vector loops go wrong at their ends first.
TEST(Simd, EveryLengthIsHandled) {
  for (Eigen::Index n = 1; n < 40; ++n) {
    Panel<double> x(n, 1);
    for (Eigen::Index i = 0; i < n; ++i) x.column(0)[i] = 0.1 * static_cast<double>(i);
    const simd::PointsView<double> view{x.column(0), x.stride(), 1, nullptr, 0, 0, n};
    Eigen::MatrixXd value = Eigen::MatrixXd::Constant(n + 1, n, -7.0);
    Eigen::MatrixXd slope = value;
    simd::lower_triangle(FactorKind::Rbf, view, nullptr, value.data(), slope.data(), n + 1);
    Eigen::MatrixXd cross(n, n);
    simd::cross<double>(FactorKind::Rbf, view, view, nullptr, simd::Store::Set, 1.0, cross.data());
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = 0; i < n; ++i) {
        const double expected = std::exp(-0.005 * static_cast<double>((i - j) * (i - j)));
        EXPECT_NEAR(cross(i, j), expected, 1e-14);
        EXPECT_NEAR(value(i, j), i >= j ? expected : -7.0, 1e-14);
      }
      EXPECT_EQ(value(n, j), -7.0) << "wrote beyond the end";
      EXPECT_EQ(value(j, j), 1.0);
    }
    std::vector<double> dots(static_cast<std::size_t>(n));
    simd::column_dots<double>(cross.data(), n, n, x.column(0), dots.data());
    EXPECT_NEAR(dots[0], cross.col(0).dot(x.matrix().col(0)), 1e-12);
    simd::column_squares<double>(cross.data(), n, n, dots.data());
    EXPECT_NEAR(dots[0], cross.col(0).squaredNorm(), 1e-12);
  }
}

TEST(Simd, FarPointsHaveCorrelationZeroAndNoNaN) {
  Panel<double> x(2, 1);
  x.column(0)[1] = 1e8;
  const simd::PointsView<double> view{x.column(0), x.stride(), 1, nullptr, 0, 0, 2};
  for (const FactorKind kind : {FactorKind::Matern32, FactorKind::Matern52, FactorKind::Rbf}) {
    Eigen::Matrix2d value;
    Eigen::Matrix2d slope;
    simd::lower_triangle(kind, view, nullptr, value.data(), slope.data(), 2);
    EXPECT_EQ(value(1, 0), 0.0);
    EXPECT_EQ(slope(1, 0), 0.0);
  }
}

}  // namespace
}  // namespace hone::gp
