// SPDX-License-Identifier: MIT
#include "hone/acquisition/shifted.hpp"

namespace hone::acquisition {

Eigen::MatrixXd Shifted::operator()(const model::Points& points, Rng& rng) const {
  Eigen::MatrixXd scores = (*acquisition_)(points, rng);
  const Eigen::MatrixXd shift = (*shift_)(points, rng);
  if (which_ == Opinions::All) {
    scores.colwise() += shift.col(0);
  } else {
    scores.col(0) += shift.col(0);
  }
  return scores;
}

std::optional<Scored> Shifted::with_gradient(const model::Points& points) const {
  auto scored = acquisition_->with_gradient(points);
  const auto shift = scored ? shift_->with_gradient(points) : std::nullopt;
  if (!shift) return std::nullopt;
  scored->value += shift->value;
  scored->gradient += shift->gradient;
  return scored;
}

Eigen::MatrixXd ScaledMean::operator()(const model::Points& points, Rng&) const {
  return factor_ * surrogate_->expect(points);
}

std::optional<Scored> ScaledMean::with_gradient(const model::Points& points) const {
  const auto prediction = surrogate_->predict_with_gradient(points);
  if (!prediction) return std::nullopt;
  return Scored{factor_ * prediction->value.mean, factor_ * prediction->mean};
}

}  // namespace hone::acquisition
