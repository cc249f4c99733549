// SPDX-License-Identifier: MIT
#include "hone/gp/prior.hpp"

#include <cmath>
#include <numbers>

namespace hone::gp {

Prior Prior::log_normal(double location, double scale) {
  Prior prior;
  prior.kind_ = Kind::LogNormal;
  prior.first_ = location;
  prior.second_ = scale;
  return prior;
}

Prior Prior::gamma(double shape, double rate) {
  Prior prior;
  prior.kind_ = Kind::Gamma;
  prior.first_ = shape;
  prior.second_ = rate;
  return prior;
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
      return first_ * (log_p + std::log(second_)) - second_ * std::exp(log_p) - std::lgamma(first_);
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
  }
  return otherwise;
}

Prior Prior::scaled(double factor) const {
  Prior prior = *this;
  if (kind_ == Kind::LogNormal) prior.first_ += std::log(factor);
  if (kind_ == Kind::Gamma) prior.second_ /= factor;
  return prior;
}

}  // namespace hone::gp
