// SPDX-License-Identifier: MIT
#include "hone/gp/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::gp {

Scaling::Scaling(const Eigen::VectorXd& y) {
  const double largest = y.size() > 0 ? y.cwiseAbs().maxCoeff() : 0.0;
  if (largest == 0.0) return;
  const Eigen::ArrayXd z = y.array() / largest;
  const double centre = z.mean();
  const double spread = std::sqrt((z - centre).square().mean());
  unit_ = largest;
  centre_ = centre;
  // Below this the differences are rounding of the values themselves.
  const bool constant = spread < 4.0 * std::numeric_limits<double>::epsilon();
  spread_ = constant ? 1.0 : spread;
}

Eigen::VectorXd Scaling::standardise(const Eigen::VectorXd& y) const {
  return (y.array() / unit_ - centre_) / spread_;
}

double Scaling::mean(double standardised) const {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return std::clamp((centre_ + spread_ * standardised) * unit_, -kLargest, kLargest);
}

double Scaling::difference(double standardised) const {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return std::clamp(spread_ * standardised * unit_, -kLargest, kLargest);
}

double Scaling::covariance(double standardised) const {
  constexpr double kLargest = std::numeric_limits<double>::max();
  const double scale = spread_ * unit_;
  return std::clamp(scale * (scale * standardised), -kLargest, kLargest);
}

double Scaling::variance(double standardised) const {
  return std::max(covariance(standardised), std::numeric_limits<double>::min());
}

double Scaling::log_spread() const { return std::log(spread_) + std::log(unit_); }

}  // namespace hone::gp
