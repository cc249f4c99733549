// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

/// Power transforms that make data look Normal (Box and Cox 1964; Yeo and Johnson 2000). Stable for every
/// lambda, also at and near the values where the formulas divide by zero.
namespace hone::numeric {

/// (x^lambda - 1) / lambda, log x for lambda = 0; x > 0.
double box_cox(double x, double lambda);
/// The x with box_cox(x, lambda) = t; 0 or infinity when t is beyond the transform's range.
double box_cox_inverse(double t, double lambda);
/// log of the derivative of box_cox by x.
double box_cox_log_slope(double x, double lambda);

/// Box-Cox of 1 + x with lambda right of zero, minus Box-Cox of 1 - x with 2 - lambda left of it.
double yeo_johnson(double x, double lambda);
/// The x with yeo_johnson(x, lambda) = t; infinite when t is beyond the transform's range.
double yeo_johnson_inverse(double t, double lambda);
double yeo_johnson_log_slope(double x, double lambda);

/// The logarithm of x's likelihood under "transformed data are Normal", maximised over mean and variance and
/// without the constant -n/2 (1 + log 2π), with the Jacobian of the transform. Powers that would overflow are
/// never formed. +infinity when all of x are equal.
double box_cox_log_likelihood(const Eigen::VectorXd& x, double lambda);
double yeo_johnson_log_likelihood(const Eigen::VectorXd& x, double lambda);

struct PowerFit {
  double lambda;
  double log_likelihood;
};

/// The lambda of largest likelihood by Brent's search from -2 and 2 outwards. It may be large: data of mean
/// 1000 and deviation 1 need a lambda of some hundred to be bent at all. Searched up to |lambda - 1| =
/// max(20, 300 / the range of log x), beyond which only the most extreme value would still stand out. lambda
/// is 1 when x has fewer than two different values.
PowerFit fit_box_cox(const Eigen::VectorXd& x);
PowerFit fit_yeo_johnson(const Eigen::VectorXd& x);

}  // namespace hone::numeric
