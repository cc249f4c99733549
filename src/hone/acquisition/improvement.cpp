// SPDX-License-Identifier: MIT
#include "hone/acquisition/improvement.hpp"

#include <cmath>

#include "hone/numeric/normal.hpp"

namespace hone::acquisition {
namespace {

using Eigen::ArrayXd;
using Eigen::VectorXd;

ArrayXd deviation(const model::Prediction& prediction) { return prediction.variance.array().sqrt(); }

ArrayXd standardised(const model::Prediction& prediction, double target) {
  return (target - prediction.mean.array()) / deviation(prediction);
}

// From dv/dm, dv/ds to dv/dx, with ds/dx = (d variance/dx) / (2 s).
Scored chain(const model::PredictionGradient& prediction, VectorXd value, const ArrayXd& by_mean,
             const ArrayXd& by_deviation) {
  const VectorXd by_variance = by_deviation / (2.0 * deviation(prediction.value));
  Scored out{std::move(value), by_mean.matrix().asDiagonal() * prediction.mean};
  out.gradient += by_variance.asDiagonal() * prediction.variance;
  return out;
}

}  // namespace

VectorXd log_expected_improvement(const model::Prediction& prediction, double target) {
  ArrayXd value = standardised(prediction, target);
  numeric::log_ei_unit(value, value);
  return value + 0.5 * prediction.variance.array().log();
}

VectorXd log_probability_of_improvement(const model::Prediction& prediction, double target) {
  ArrayXd value = standardised(prediction, target);
  numeric::normal_log_cdf(value, value);
  return value;
}

VectorXd lower_confidence_bound(const model::Prediction& prediction, double kappa) {
  return prediction.mean.array() - kappa * deviation(prediction);
}

// d log EI/dm = -h/s and d log EI/ds = (1 - z h)/s, with h the derivative of log(φ + z Φ).
Scored log_expected_improvement(const model::PredictionGradient& prediction, double target) {
  const ArrayXd z = standardised(prediction.value, target);
  const ArrayXd h = z.unaryExpr([](double at) { return numeric::log_ei_unit_slope(at); });
  const ArrayXd inverse = deviation(prediction.value).inverse();
  return chain(prediction, log_expected_improvement(prediction.value, target), -h * inverse,
               (1.0 - z * h) * inverse);
}

Scored log_probability_of_improvement(const model::PredictionGradient& prediction, double target) {
  const ArrayXd z = standardised(prediction.value, target);
  const ArrayXd h = z.unaryExpr([](double at) { return numeric::normal_log_cdf_slope(at); });
  const ArrayXd inverse = deviation(prediction.value).inverse();
  return chain(prediction, log_probability_of_improvement(prediction.value, target), -h * inverse,
               -z * h * inverse);
}

Scored lower_confidence_bound(const model::PredictionGradient& prediction, double kappa) {
  const Eigen::Index m = prediction.value.mean.size();
  return chain(prediction, lower_confidence_bound(prediction.value, kappa), ArrayXd::Ones(m),
               ArrayXd::Constant(m, -kappa));
}

}  // namespace hone::acquisition
