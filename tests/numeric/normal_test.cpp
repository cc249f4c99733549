// SPDX-License-Identifier: MIT
#include "hone/numeric/normal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "reference/numeric_normal.hpp"
#include "support/near.hpp"

namespace hone::numeric {
namespace {

using test::kNormalReference;
using test::near_rel;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Logarithms of numbers near 1 are right absolutely, which is what the argument's last bit allows.
::testing::AssertionResult near_log(double actual, double expected, double tolerance) {
  if (std::abs(actual - expected) < 4e-16 && std::abs(expected) > 1e-3) return ::testing::AssertionSuccess();
  return near_rel(actual, expected, tolerance);
}

// The table writes 0 for what is below the normal numbers.
::testing::AssertionResult near_or_tiny(double actual, double expected, double tolerance) {
  if (expected == 0.0 && std::abs(actual) < 2.3e-308) return ::testing::AssertionSuccess();
  return near_rel(actual, expected, tolerance);
}

TEST(Normal, MatchesReferenceIntoTheFarTails) {
  for (const auto& row : kNormalReference) {
    EXPECT_TRUE(near_or_tiny(normal_pdf(row.z), row.pdf, 1e-15)) << "pdf at z = " << row.z;
    EXPECT_TRUE(near_or_tiny(normal_cdf(row.z), row.cdf, 2e-15)) << "cdf at z = " << row.z;
    EXPECT_TRUE(near_or_tiny(normal_log_cdf(row.z), row.log_cdf, 2e-15)) << "log cdf at z = " << row.z;
    EXPECT_TRUE(near_or_tiny(normal_log_cdf_slope(row.z), row.log_cdf_slope, 2e-15))
        << "slope at z = " << row.z;
  }
}

TEST(LogEi, MatchesReferenceIntoTheFarTail) {
  for (const auto& row : kNormalReference) {
    EXPECT_TRUE(near_log(log_ei_unit(row.z), row.log_ei, 2e-15)) << "at z = " << row.z;
    EXPECT_TRUE(near_rel(log_ei_unit_slope(row.z), row.log_ei_slope, 2e-15)) << "slope at z = " << row.z;
  }
}

TEST(NormalQuantile, InvertsTheReferenceTable) {
  for (const auto& row : kNormalReference) {
    if (row.z > 1.0 || row.cdf == 0.0) continue;  // beyond, p is too near 1 to hold z
    const double z = normal_quantile(row.cdf);
    EXPECT_NEAR(z, row.z, 4e-16 * std::max(1.0, std::abs(row.z))) << "at p = " << row.cdf;
  }
}

TEST(Normal, TakesInfinitiesAndHandsBackNan) {
  EXPECT_EQ(normal_cdf(-kInf), 0.0);
  EXPECT_EQ(normal_cdf(kInf), 1.0);
  EXPECT_EQ(normal_log_cdf(-kInf), -kInf);
  EXPECT_EQ(normal_log_cdf(kInf), 0.0);
  EXPECT_EQ(log_ei_unit(-kInf), -kInf);
  EXPECT_EQ(log_ei_unit(kInf), kInf);
  EXPECT_EQ(log_ei_unit_slope(kInf), 0.0);
  EXPECT_EQ(log_ei_unit_slope(-kInf), kInf);
  EXPECT_EQ(normal_quantile(0.0), -kInf);
  EXPECT_EQ(normal_quantile(1.0), kInf);
  EXPECT_TRUE(std::isnan(normal_quantile(1.5)));
  EXPECT_TRUE(std::isnan(normal_pdf(kNan)) && std::isnan(normal_cdf(kNan)) &&
              std::isnan(normal_log_cdf(kNan)));
  EXPECT_TRUE(std::isnan(log_ei_unit(kNan)) && std::isnan(log_ei_unit_slope(kNan)));
}

TEST(NormalBatch, MatchesReference) {
  const auto n = static_cast<Eigen::Index>(std::size(kNormalReference));
  Eigen::ArrayXd z(n), log_cdf(n), log_ei(n), both_ei(n), both_cdf(n);
  for (Eigen::Index i = 0; i < n; ++i) z[i] = kNormalReference[i].z;
  normal_log_cdf(z, log_cdf);
  log_ei_unit(z, log_ei);
  log_ei_and_log_cdf(z, both_ei, both_cdf);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& row = kNormalReference[i];
    EXPECT_TRUE(near_or_tiny(log_cdf[i], row.log_cdf, 2e-14)) << "log cdf at z = " << row.z;
    EXPECT_TRUE(near_log(log_ei[i], row.log_ei, 2e-15)) << "log EI at z = " << row.z;
    EXPECT_EQ(both_ei[i], log_ei[i]);
    EXPECT_EQ(both_cdf[i], log_cdf[i]);
  }
}

TEST(NormalBatch, ScaledTermsAreThoseOfTheReferenceInUnitsOfADensity) {
  for (const auto& row : kNormalReference) {
    const double at = std::min(0.0, row.z), log_unit = normal_log_pdf(at);
    if (log_unit == -kInf) continue;
    const Eigen::ArrayXd z = Eigen::ArrayXd::Constant(1, row.z);
    Eigen::ArrayXd ei(1), cdf(1), pdf(1), alone(1);
    scaled_ei_cdf_pdf(z, at, ei, cdf, pdf);
    scaled_ei(z, at, alone);
    EXPECT_NEAR(std::log(ei[0]) + log_unit, row.log_ei, 1e-13 * std::max(1.0, std::abs(row.log_ei))) << row.z;
    EXPECT_NEAR(std::log(cdf[0]) + log_unit, row.log_cdf, 1e-13 * std::max(1.0, std::abs(row.log_cdf)))
        << row.z;
    EXPECT_EQ(alone[0], ei[0]);
    Eigen::ArrayXf rough(1);
    scaled_ei(z.cast<float>(), static_cast<float>(at), rough);
    if (std::abs(row.z) > 1e15) continue;
    EXPECT_NEAR(static_cast<double>(rough[0]), ei[0], 1e-5 * ei[0]) << row.z;
  }
  Eigen::ArrayXd z(2), ei(2), cdf(2), pdf(2);
  z << -kInf, -9.0;
  scaled_ei_cdf_pdf(z, -3.0, ei, cdf, pdf);
  EXPECT_EQ(ei[0], 0.0);
  EXPECT_EQ(cdf[0], 0.0);
  EXPECT_NEAR(std::log(pdf[1]), -36.0, 1e-13) << "(9² - 3²) / 2";
}

TEST(NormalBatch, TakesInfinitiesAndHandsBackNan) {
  Eigen::ArrayXd z(3), log_ei(3), log_cdf(3);
  z << kInf, -kInf, kNan;
  log_ei_and_log_cdf(z, log_ei, log_cdf);
  EXPECT_EQ(log_ei[0], kInf);
  EXPECT_EQ(log_cdf[0], 0.0);
  EXPECT_EQ(log_ei[1], -kInf);
  EXPECT_EQ(log_cdf[1], -kInf);
  EXPECT_TRUE(std::isnan(log_ei[2]) && std::isnan(log_cdf[2]));
}

TEST(NormalBatch, MayWriteOverItsInput) {
  Eigen::ArrayXd z = Eigen::ArrayXd::LinSpaced(1000, -50.0, 10.0);
  Eigen::ArrayXd out(1000);
  log_ei_unit(z, out);
  log_ei_unit(z, z);
  EXPECT_TRUE((z == out).all());
}

TEST(NormalBatch, SinglePrecisionIsGoodEnoughToScreen) {
  for (const auto& row : kNormalReference) {
    Eigen::ArrayXf z = Eigen::ArrayXf::Constant(1, static_cast<float>(row.z));
    Eigen::ArrayXf log_ei(1), log_cdf(1);
    log_ei_and_log_cdf(z, log_ei, log_cdf);
    const double exact_z = static_cast<double>(z[0]);
    EXPECT_NEAR(static_cast<double>(log_ei[0]), log_ei_unit(exact_z),
                1e-6 * std::max(1.0, std::abs(row.log_ei)));
    EXPECT_NEAR(static_cast<double>(log_cdf[0]), normal_log_cdf(exact_z),
                1e-6 * std::max(1.0, std::abs(row.log_cdf)));
  }
}

RC_GTEST_PROP(LogEi, RisesWithItsArgument, ()) {
  const double z = *rc::gen::map(rc::gen::inRange(-4000000, 400000), [](int k) { return k * 1e-4; });
  const double step = 1e-4;
  RC_ASSERT(log_ei_unit(z + step) > log_ei_unit(z));
  RC_ASSERT(normal_log_cdf(z + step) >= normal_log_cdf(z));
}

}  // namespace
}  // namespace hone::numeric
