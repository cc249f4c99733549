// SPDX-License-Identifier: MIT
#include "hone/numeric/power_transform.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/numeric/brent.hpp"
#include "hone/numeric/signed_power.hpp"

namespace hone::numeric {
namespace {

Eigen::VectorXd logs(const Eigen::VectorXd& x) { return x.array().log().matrix(); }

}  // namespace

double box_cox(double x, double lambda) { return growth(lambda, std::log(x)); }

double box_cox_inverse(double t, double lambda) { return std::exp(growth_inverse(lambda, t)); }

double box_cox_log_slope(double x, double lambda) { return (lambda - 1.0) * std::log(x); }

double yeo_johnson(double x, double lambda) {
  return x >= 0.0 ? growth(lambda, std::log1p(x)) : -growth(2.0 - lambda, std::log1p(-x));
}

double yeo_johnson_inverse(double t, double lambda) {
  return t >= 0.0 ? std::expm1(growth_inverse(lambda, t)) : -std::expm1(growth_inverse(2.0 - lambda, -t));
}

double yeo_johnson_log_slope(double x, double lambda) {
  return (lambda - 1.0) * std::copysign(std::log1p(std::abs(x)), x);
}

double box_cox_log_likelihood(const Eigen::VectorXd& x, double lambda) {
  const Eigen::VectorXd a = logs(x);
  return power_log_likelihood(a, a.minCoeff(), a.maxCoeff(), lambda, false);
}

double yeo_johnson_log_likelihood(const Eigen::VectorXd& x, double lambda) {
  const Eigen::VectorXd a = signed_logs(x);
  return power_log_likelihood(a, a.minCoeff(), a.maxCoeff(), lambda, true);
}

PowerFit fit_power_of_coordinates(const Eigen::VectorXd& a, bool two_sided) {
  if (a.size() < 2) return {1.0, 0.0};
  const double least = a.minCoeff();
  const double most = a.maxCoeff();
  if (!(most > least)) return {1.0, std::numeric_limits<double>::infinity()};
  const double reach = std::max(20.0, 300.0 / (most - least));
  const auto loss = [&](double lambda) { return -power_log_likelihood(a, least, most, lambda, two_sided); };
  const ScalarMinimum best = minimise_downhill(loss, -2.0, 2.0, 1.0 - reach, 1.0 + reach);
  return {best.x, -best.value};
}

PowerFit fit_box_cox(const Eigen::VectorXd& x) { return fit_power_of_coordinates(logs(x), false); }

PowerFit fit_yeo_johnson(const Eigen::VectorXd& x) { return fit_power_of_coordinates(signed_logs(x), true); }

}  // namespace hone::numeric
