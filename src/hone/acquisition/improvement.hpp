// SPDX-License-Identifier: MIT
#pragma once

#include "hone/model/prediction.hpp"

/// Scores of predictions, one per point; smaller objective values are better. With mean m, standard deviation
/// s and a target t to get below, z = (t - m) / s and
///   EI = E max(t - f, 0) = s (φ(z) + z Φ(z)),   PI = P(f < t) = Φ(z),   LCB = m - κ s.
/// The logarithms are exact to 1e-13 into the far tails, where EI and PI themselves are 0.
namespace hone::acquisition {

Eigen::VectorXd log_expected_improvement(const model::Prediction& prediction, double target);
Eigen::VectorXd log_probability_of_improvement(const model::Prediction& prediction, double target);
/// To be minimised, unlike the others.
Eigen::VectorXd lower_confidence_bound(const model::Prediction& prediction, double kappa);

/// A score and its derivatives by the coordinates of the points (m x d).
struct Scored {
  Eigen::VectorXd value;
  Eigen::MatrixXd gradient;

  Scored operator-() const { return {-value, -gradient}; }
};

Scored log_expected_improvement(const model::PredictionGradient& prediction, double target);
Scored log_probability_of_improvement(const model::PredictionGradient& prediction, double target);
Scored lower_confidence_bound(const model::PredictionGradient& prediction, double kappa);

}  // namespace hone::acquisition
