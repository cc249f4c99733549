// SPDX-License-Identifier: MIT
#include "hone/acquisition/acquisition.hpp"

namespace hone::acquisition {

using Eigen::VectorXd;
using model::Points;
using model::Prediction;
using model::PredictionGradient;

VectorXd PredictionScore::operator()(const Points& points) const { return score(surrogate_.predict(points)); }
VectorXd PredictionScore::screen(const Points& points) const { return score(surrogate_.screen(points)); }
std::optional<Scored> PredictionScore::with_gradient(const Points& points) const {
  const auto prediction = surrogate_.predict_with_gradient(points);
  if (!prediction) return std::nullopt;
  return score(*prediction);
}

VectorXd LogEi::score(const Prediction& prediction) const {
  return log_expected_improvement(prediction, target_);
}
Scored LogEi::score(const PredictionGradient& prediction) const {
  return log_expected_improvement(prediction, target_);
}

VectorXd LogPi::score(const Prediction& prediction) const {
  return log_probability_of_improvement(prediction, target_);
}
Scored LogPi::score(const PredictionGradient& prediction) const {
  return log_probability_of_improvement(prediction, target_);
}

VectorXd Lcb::score(const Prediction& prediction) const {
  return -lower_confidence_bound(prediction, kappa_);
}
Scored Lcb::score(const PredictionGradient& prediction) const {
  const Scored bound = lower_confidence_bound(prediction, kappa_);
  return {-bound.value, -bound.gradient};
}

}  // namespace hone::acquisition
