// SPDX-License-Identifier: MIT
#include "hone/numeric/normal.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "hone/numeric/mills_polynomials.hpp"

namespace hone::numeric {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double polynomial(const std::array<double, 27>& c, double t) {
  double y = c.back();
  for (std::size_t i = c.size() - 1; i-- > 0;) y = y * t + c[i];
  return y;
}

double variable(double x) { return 1.0 - 2.0 * kMillsScale / (x + kMillsScale); }

// (1 - Phi(x)) / phi(x) for x >= 0.
double mills(double x) { return polynomial(kMills, variable(x)) / (1.0 + x); }

// 1 - x mills(x) for x >= 0.
double companion(double x) { return polynomial(kCompanion, variable(x)) / (1.0 + x) / (1.0 + x); }

}  // namespace

// The square is split, because rounding z² would cost z²/2 units in the last place of the result.
double normal_pdf(double z) {
  if (!(std::abs(z) < 40.0)) return std::isnan(z) ? z : 0.0;
  const double coarse = std::nearbyint(z * 16.0) / 16.0;
  return kInverseSqrtTwoPi<double> * std::exp(-0.5 * coarse * coarse) *
         std::exp(-0.5 * (z - coarse) * (z + coarse));
}

double normal_log_pdf(double z) { return -0.5 * z * z - kLogSqrtTwoPi<double>; }

double normal_cdf(double z) {
  const double tail = normal_pdf(z) * mills(std::abs(z));
  return z > 0.0 ? 1.0 - tail : tail;
}

double normal_log_cdf(double z) {
  if (z > 0.0) return std::log1p(-normal_pdf(z) * mills(z));
  return normal_log_pdf(z) + std::log(mills(-z));
}

double normal_log_cdf_slope(double z) {
  if (z > 0.0) {
    const double density = normal_pdf(z);
    return density / (1.0 - density * mills(z));
  }
  return 1.0 / mills(-z);
}

double normal_quantile(double p) {
  if (!(p >= 0.0 && p <= 1.0)) return std::numeric_limits<double>::quiet_NaN();
  if (p == 0.0) return -kInfinity;
  if (p == 1.0) return kInfinity;
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p);
}

// Left of zero phi + z Phi = phi (1 - x m(x)) with x = -z, right of it z + phi (1 - z m(z)): sums of positive
// terms.
double log_ei_unit(double z) {
  if (z > 0.0) return std::log(z + normal_pdf(z) * companion(z));
  return normal_log_pdf(z) + std::log(companion(-z));
}

double log_ei_unit_slope(double z) {
  if (z > 0.0) return normal_cdf(z) / (z + normal_pdf(z) * companion(z));
  const double x = -z;
  if (x == kInfinity) return kInfinity;
  return polynomial(kMills, variable(x)) / polynomial(kCompanion, variable(x)) * (1.0 + x);
}

}  // namespace hone::numeric
