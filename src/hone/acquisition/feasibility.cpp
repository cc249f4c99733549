// SPDX-License-Identifier: MIT
#include "hone/acquisition/feasibility.hpp"

namespace hone::acquisition {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd log_feasible(std::span<const ModelledLimit> limits, const model::Points& points) {
  VectorXd sum = VectorXd::Zero(points.rows());
  for (const ModelledLimit& limit : limits)
    sum += log_probability_of_improvement(limit.model->predict(points), limit.bound);
  return sum;
}

MatrixXd SeekFeasible::operator()(const model::Points& points, Rng&) const {
  return -log_feasible(limits_, points);
}

std::optional<Scored> SeekFeasible::with_gradient(const model::Points& points) const {
  Scored sum{VectorXd::Zero(points.rows()), MatrixXd::Zero(points.rows(), points.cols())};
  for (const ModelledLimit& limit : limits_) {
    const auto prediction = limit.model->predict_with_gradient(points);
    if (!prediction) return std::nullopt;
    const Scored one = log_probability_of_improvement(*prediction, limit.bound);
    sum.value -= one.value;
    sum.gradient -= one.gradient;
  }
  return sum;
}

MatrixXd WeighedByFeasibility::operator()(const model::Points& points, Rng& rng) const {
  MatrixXd scores = (*acquisition_)(points, rng);
  const MatrixXd cost = seek_(points, rng);
  scores.colwise() += cost.col(0);
  return scores;
}

std::optional<Scored> WeighedByFeasibility::with_gradient(const model::Points& points) const {
  auto scored = acquisition_->with_gradient(points);
  const auto cost = scored ? seek_.with_gradient(points) : std::nullopt;
  if (!cost) return std::nullopt;
  scored->value += cost->value;
  scored->gradient += cost->gradient;
  return scored;
}

}  // namespace hone::acquisition
