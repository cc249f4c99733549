// SPDX-License-Identifier: MIT
#include "hone/gp/kernel.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "hone/gp/layout.hpp"

namespace hone::gp {
namespace {

numeric::Columns mixed() { return {{}, numeric::Column::category(3), {.conditional = true}}; }

TEST(Kernel, ASumKeepsTheTermsOfBoth) {
  const Kernel kernel = matern32() + linear();
  ASSERT_EQ(kernel.terms.size(), 2U);
  EXPECT_EQ(kernel.terms[1], std::vector<int>{1});
}

TEST(Kernel, AProductMultipliesOutAndSharesFactors) {
  const Kernel kernel = (matern32() + linear()) * overlap();
  EXPECT_EQ(kernel.factors.size(), 3U);
  ASSERT_EQ(kernel.terms.size(), 2U);
  EXPECT_EQ(kernel.terms[0], (std::vector<int>{0, 2}));
  EXPECT_EQ(kernel.terms[1], (std::vector<int>{1, 2}));
}

TEST(Layout, OrdersLengthScalesVariancesWarpsNoiseAndMean) {
  const Layout layout((matern32() + linear()) * overlap(), mixed(), true);
  ASSERT_EQ(layout.factors.size(), 3U);
  EXPECT_EQ(layout.factors[0].scales, 0);
  EXPECT_EQ(layout.factors[0].scale_count(), 2);
  EXPECT_EQ(layout.factors[0].marked, std::vector<int>{1});
  EXPECT_EQ(layout.factors[1].scale_count(), 0);
  EXPECT_EQ(layout.factors[2].scales, 2);
  EXPECT_EQ(layout.terms[0].variance, 3);
  EXPECT_EQ(layout.warp_a, 5);
  EXPECT_EQ(layout.warp_b, 7);
  EXPECT_EQ(layout.noise, 9);
  EXPECT_EQ(layout.mean, 10);
  EXPECT_EQ(layout.size, 11);
}

TEST(Layout, DropsAFactorThatHasNoColumns) {
  const Layout layout(matern32() * overlap(), numeric::unit_cube(2), false);
  EXPECT_EQ(layout.factors.size(), 1U);
  EXPECT_EQ(layout.terms[0].factors, std::vector<int>{0});
  EXPECT_EQ(layout.size, 5);
}

TEST(Layout, HasATermWithoutFactorsWhenNoColumnFits) {
  const Layout layout(matern32(), {numeric::Column::category(2)}, true);
  ASSERT_EQ(layout.terms.size(), 1U);
  EXPECT_TRUE(layout.terms[0].factors.empty());
  EXPECT_FALSE(layout.warped());
}

TEST(Layout, RestrictsAKernelToListedColumns) {
  const Layout layout(over_columns(matern52(Factor::Scope::All), {1, 2}), mixed(), false);
  EXPECT_EQ(layout.factors[0].numeric, std::vector<int>{1});
  EXPECT_EQ(layout.factors[0].categorical, std::vector<int>{0});
}

TEST(Layout, FitsOnlyAsManyFiniteNumbers) {
  const Layout layout(matern32(), numeric::unit_cube(1), false);
  EXPECT_TRUE(fits(layout, std::vector<double>{0.0, 0.0, -4.0, 0.0}));
  EXPECT_FALSE(fits(layout, std::vector<double>{0.0, 0.0, -4.0}));
  EXPECT_FALSE(fits(layout, std::vector<double>{0.0, 0.0, std::numeric_limits<double>::infinity(), 0.0}));
}

}  // namespace
}  // namespace hone::gp
