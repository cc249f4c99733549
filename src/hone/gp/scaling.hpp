// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace hone::gp {

/// Between observed values and the standardised ones (mean 0, population variance 1) that the process models.
/// Works for values of every finite size, such as 1e-300 or 1e300: what cannot be written as a double in the
/// units of the observations becomes the nearest number that can. Equal values are only moved to 0.
class Scaling {
 public:
  Scaling() = default;
  explicit Scaling(const Eigen::VectorXd& y);

  Eigen::VectorXd standardise(const Eigen::VectorXd& y) const;
  /// Back to the units of the observations.
  double mean(double standardised) const;
  double variance(double standardised) const;  ///< always > 0
  double covariance(double standardised) const;
  /// A difference of means.
  double difference(double standardised) const;
  /// log of the standard deviation of the observations, in their units.
  double log_spread() const;

 private:
  double unit_ = 1.0;    // the largest magnitude among the values, by which they are divided first
  double centre_ = 0.0;  // mean and standard deviation after that
  double spread_ = 1.0;
};

}  // namespace hone::gp
