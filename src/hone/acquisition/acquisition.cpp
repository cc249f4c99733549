// SPDX-License-Identifier: MIT
#include "hone/acquisition/acquisition.hpp"

namespace hone::acquisition {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using model::Points;
using model::Prediction;
using model::PredictionGradient;

std::optional<Scored> Acquisition::with_gradient(const Points&) const { return std::nullopt; }

MatrixXd PredictionScore::operator()(const Points& points, Rng&) const {
  return score(surrogate_.predict(points));
}
std::optional<Scored> PredictionScore::with_gradient(const Points& points) const {
  const auto prediction = surrogate_.predict_with_gradient(points);
  if (!prediction) return std::nullopt;
  return score(*prediction);
}

VectorXd LogEi::score(const Prediction& prediction) const {
  return -log_expected_improvement(prediction, target_);
}
Scored LogEi::score(const PredictionGradient& prediction) const {
  return -log_expected_improvement(prediction, target_);
}

VectorXd LogPi::score(const Prediction& prediction) const {
  return -log_probability_of_improvement(prediction, target_);
}
Scored LogPi::score(const PredictionGradient& prediction) const {
  return -log_probability_of_improvement(prediction, target_);
}

VectorXd Lcb::score(const Prediction& prediction) const { return lower_confidence_bound(prediction, kappa_); }
Scored Lcb::score(const PredictionGradient& prediction) const {
  return lower_confidence_bound(prediction, kappa_);
}

}  // namespace hone::acquisition
