// SPDX-License-Identifier: MIT
#include "hone/numeric/signed_power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::numeric {
namespace {

constexpr double kMostExponent = 700.0;  // exp of it is still finite, and may still be divided by 1e-4
}  // namespace

double growth(double rate, double d) {
  const double exponent = rate * d;
  if (std::abs(exponent) < 1e-8) return d * (1.0 + 0.5 * exponent);  // exact here, and for rate = 0 too
  return std::expm1(std::min(exponent, kMostExponent)) / rate;
}

double growth_inverse(double rate, double g) {
  const double excess = rate * g;
  if (std::abs(excess) < 1e-8) return g * (1.0 - 0.5 * excess);
  if (excess <= -1.0)
    return rate > 0.0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  return std::log1p(excess) / rate;
}

// One-sided data are measured from the end where the power is largest: u is then 0 there and falls to -1/rate
// at most, and data close together keep their differences. Two-sided data are only scaled.
SignedPower::SignedPower(double lambda, double least, double most, bool two_sided)
    : lambda_(lambda), reference_(0.0), shift_(0.0), side_(Side::Both), two_sided_(two_sided) {
  if (!two_sided || least >= 0.0) {
    side_ = Side::Right;
    reference_ = lambda > 0.0 ? most : least;
    shift_ = lambda * reference_;
  } else if (most <= 0.0) {
    side_ = Side::Left;
    reference_ = 2.0 - lambda > 0.0 ? -least : -most;
    shift_ = (2.0 - lambda) * reference_;
  } else {
    shift_ = std::max({0.0, lambda * most, (lambda - 2.0) * least});
  }
}

double SignedPower::forward(double a) const {
  const bool right = !two_sided_ || a >= 0.0;
  if (side_ == Side::Right && right) return growth(lambda_, a - reference_);
  if (side_ == Side::Left && !right) return -growth(2.0 - lambda_, -a - reference_);
  const double rate = right ? lambda_ : 2.0 - lambda_;
  const double d = std::abs(a);
  // growth(rate, d) exp(-shift) without forming either factor when they are large.
  double scaled = growth(rate, d) * std::exp(std::clamp(-shift_, -kMostExponent, kMostExponent));
  if (rate * d > 1.0 || shift_ > kMostExponent) {
    const double power = std::exp(std::min(rate * d - shift_, kMostExponent));
    scaled = rate == 0.0 ? 0.0 : (power - std::exp(std::min(-shift_, kMostExponent))) / rate;
  }
  if (!right) scaled = -scaled;
  // A value on the other side of zero than all data: continue from what zero itself is mapped to.
  if (side_ == Side::Right) return growth(lambda_, -reference_) + scaled;
  if (side_ == Side::Left) return -growth(2.0 - lambda_, -reference_) + scaled;
  return scaled;
}

double SignedPower::inverse(double u) const {
  if (side_ == Side::Right) {
    const double zero = growth(lambda_, -reference_);
    if (!two_sided_ || u >= zero) return reference_ + growth_inverse(lambda_, u);
    return -growth_inverse(2.0 - lambda_, (zero - u) * std::exp(std::min(shift_, kMostExponent)));
  }
  if (side_ == Side::Left) {
    const double zero = -growth(2.0 - lambda_, -reference_);
    if (u < zero) return -(reference_ + growth_inverse(2.0 - lambda_, -u));
    return growth_inverse(lambda_, (u - zero) * std::exp(std::min(shift_, kMostExponent)));
  }
  const double rate = u >= 0.0 ? lambda_ : 2.0 - lambda_;
  double d = growth_inverse(rate, std::abs(u) * std::exp(std::min(shift_, kMostExponent)));
  if (shift_ > kMostExponent && rate > 0.0 && u != 0.0) d = (shift_ + std::log(rate * std::abs(u))) / rate;
  return u >= 0.0 ? d : -std::max(d, 0.0);
}

double SignedPower::log_slope(double a) const {
  const bool right = !two_sided_ || a >= 0.0;
  return (right ? lambda_ * a : (lambda_ - 2.0) * a) - shift_;
}

double power_log_likelihood(const Eigen::VectorXd& a, double least, double most, double lambda,
                            bool two_sided) {
  const SignedPower power(lambda, least, most, two_sided);
  const auto n = static_cast<double>(a.size());
  const Eigen::ArrayXd u = a.unaryExpr([&](double value) { return power.forward(value); });
  const double variance = (u - u.mean()).square().mean();
  // The slope in x is exp((lambda - 1) a) for both transforms and on both sides of zero; the two large parts
  // are taken together before summing, as they nearly cancel.
  const double jacobian = (lambda * a.array() - power.shift()).sum() - a.sum();
  return jacobian - 0.5 * n * std::log(variance);
}

Eigen::VectorXd signed_logs(const Eigen::VectorXd& x) {
  return x.unaryExpr([](double value) { return std::copysign(std::log1p(std::abs(value)), value); });
}

}  // namespace hone::numeric
