// SPDX-License-Identifier: MIT
#include "hone/acquisition/acquisition.hpp"

namespace hone::acquisition {

using Eigen::VectorXd;
using model::Points;

VectorXd LogEi::operator()(const Points& points) const {
  return log_expected_improvement(surrogate_.predict(points), target_);
}
VectorXd LogEi::screen(const Points& points) const {
  return log_expected_improvement(surrogate_.screen(points), target_);
}
std::optional<Scored> LogEi::with_gradient(const Points& points) const {
  const auto prediction = surrogate_.predict_with_gradient(points);
  if (!prediction) return std::nullopt;
  return log_expected_improvement(*prediction, target_);
}

VectorXd LogPi::operator()(const Points& points) const {
  return log_probability_of_improvement(surrogate_.predict(points), target_);
}
VectorXd LogPi::screen(const Points& points) const {
  return log_probability_of_improvement(surrogate_.screen(points), target_);
}
std::optional<Scored> LogPi::with_gradient(const Points& points) const {
  const auto prediction = surrogate_.predict_with_gradient(points);
  if (!prediction) return std::nullopt;
  return log_probability_of_improvement(*prediction, target_);
}

VectorXd Lcb::operator()(const Points& points) const {
  return -lower_confidence_bound(surrogate_.predict(points), kappa_);
}
VectorXd Lcb::screen(const Points& points) const {
  return -lower_confidence_bound(surrogate_.screen(points), kappa_);
}
std::optional<Scored> Lcb::with_gradient(const Points& points) const {
  const auto prediction = surrogate_.predict_with_gradient(points);
  if (!prediction) return std::nullopt;
  Scored out = lower_confidence_bound(*prediction, kappa_);
  out.value = -out.value;
  out.gradient = -out.gradient;
  return out;
}

}  // namespace hone::acquisition
