// SPDX-License-Identifier: MIT
#include "hone/acquisition/classifier_score.hpp"

namespace hone::acquisition {

Eigen::MatrixXd ClassifierScore::operator()(const model::Points& points, Rng&) const {
  return -classifier_.log_odds(points);
}

std::optional<Scored> ClassifierScore::with_gradient(const model::Points& points) const {
  const auto odds = classifier_.log_odds_with_gradient(points);
  if (!odds) return std::nullopt;
  return Scored{-odds->value, -odds->gradient};
}

}  // namespace hone::acquisition
