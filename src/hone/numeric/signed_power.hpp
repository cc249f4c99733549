// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "hone/numeric/power_transform.hpp"

namespace hone::numeric {

/// Both power transforms in the logarithmic coordinate a in which they are one function: for Box-Cox a = log
/// x, for Yeo-Johnson a = sign(x) log(1 + |x|). With T the transform, forward() gives
///   u(a) = (T(a) - offset) exp(-shift),
/// where offset and shift are chosen for the data so that no power overflows and no difference of near-equal
/// powers is taken: u differs from T by a linear map, which standardising forgets anyway. Private to numeric.
class SignedPower {
 public:
  /// Suited to data whose coordinates lie in [least, most]. `two_sided` is true for Yeo-Johnson.
  SignedPower(double lambda, double least, double most, bool two_sided);

  double lambda() const { return lambda_; }
  double shift() const { return shift_; }
  double forward(double a) const;
  /// The a with forward(a) = u; infinite when u is beyond the range.
  double inverse(double u) const;
  /// log of the derivative of forward.
  double log_slope(double a) const;

 private:
  enum class Side { Right, Left, Both };

  double lambda_;
  double reference_;
  double shift_;
  Side side_;
  bool two_sided_;
};

/// (exp(rate d) - 1) / rate, d for rate = 0; finite for finite arguments.
double growth(double rate, double d);
/// The d with growth(rate, d) = g; infinite beyond the range.
double growth_inverse(double rate, double g);

/// Log-likelihood of data with coordinates a, which lie in [least, most], as power_transform.hpp defines it.
double power_log_likelihood(const Eigen::VectorXd& a, double least, double most, double lambda,
                            bool two_sided);

/// The lambda of largest likelihood for data with coordinates a.
PowerFit fit_power_of_coordinates(const Eigen::VectorXd& a, bool two_sided);

/// sign(x) log(1 + |x|) of every element.
Eigen::VectorXd signed_logs(const Eigen::VectorXd& x);

}  // namespace hone::numeric
