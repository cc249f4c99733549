// SPDX-License-Identifier: MIT
#include "hone/gp/prior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hone::gp {
namespace {

// std::lgamma() writes the sign into a global variable, which threads would share.
double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

// log(1 + e^x) without overflow.
double log1p_of_exp(double x) { return x > 0.0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

}  // namespace

// log(3 (scale / p)²)
double Prior::horseshoe_exponent(double log_p) const {
  return std::log(3.0) + 2.0 * (std::log(first_) - log_p);
}

Prior Prior::log_normal(double location, double scale) { return {Kind::LogNormal, location, scale}; }
Prior Prior::gamma(double shape, double rate) { return {Kind::Gamma, shape, rate}; }
Prior Prior::uniform(double low, double high) { return {Kind::Uniform, low, high}; }
Prior Prior::horseshoe(double scale) { return {Kind::Horseshoe, scale, 1.0}; }

double Prior::low() const {
  return kind_ == Kind::Uniform ? first_ : -std::numeric_limits<double>::infinity();
}

double Prior::high() const {
  return kind_ == Kind::Uniform ? second_ : std::numeric_limits<double>::infinity();
}

double Prior::log_density(double log_p) const {
  switch (kind_) {
    case Kind::None:
      return 0.0;
    case Kind::LogNormal: {
      const double z = (log_p - first_) / second_;
      return -0.5 * z * z - std::log(second_) - 0.5 * std::log(2.0 * std::numbers::pi);
    }
    case Kind::Gamma:
      return first_ * (log_p + std::log(second_)) - second_ * std::exp(log_p) - log_gamma(first_);
    case Kind::Uniform:
      return -std::log(second_ - first_);
    case Kind::Horseshoe:
      return std::log(log1p_of_exp(horseshoe_exponent(log_p)));
  }
  return 0.0;
}

double Prior::slope(double log_p) const {
  switch (kind_) {
    case Kind::None:
      return 0.0;
    case Kind::LogNormal:
      return -(log_p - first_) / (second_ * second_);
    case Kind::Gamma:
      return first_ - second_ * std::exp(log_p);
    case Kind::Uniform:
      return 0.0;
    case Kind::Horseshoe: {
      const double e = horseshoe_exponent(log_p);
      return -2.0 / (1.0 + std::exp(-e)) / log1p_of_exp(e);
    }
  }
  return 0.0;
}

double Prior::mode(double otherwise) const {
  switch (kind_) {
    case Kind::None:
      return otherwise;
    case Kind::LogNormal:
      return first_;
    case Kind::Gamma:
      return std::log(first_ / second_);
    case Kind::Uniform:
      return std::clamp(otherwise, first_, second_);
    case Kind::Horseshoe:
      return otherwise;
  }
  return otherwise;
}

Prior Prior::scaled(double factor) const {
  Prior prior = *this;
  if (kind_ == Kind::LogNormal) prior.first_ += std::log(factor);
  if (kind_ == Kind::Gamma) prior.second_ /= factor;
  if (kind_ == Kind::Horseshoe) prior.first_ *= factor;
  if (kind_ == Kind::Uniform) {
    prior.first_ += std::log(factor);
    prior.second_ += std::log(factor);
  }
  return prior;
}

}  // namespace hone::gp
