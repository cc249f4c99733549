// SPDX-License-Identifier: MIT
#include "hone/acquisition/volume_score.hpp"

#include <utility>

namespace hone::acquisition {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VolumeScore::VolumeScore(std::vector<const model::Surrogate*> objectives, VolumeGain gain,
                         VolumeOptions options)
    : objectives_(std::move(objectives)), gain_(std::move(gain)), options_(options) {}

MatrixXd VolumeScore::operator()(const model::Points& points, Rng&) const {
  const Index m = gain_.objectives();
  MatrixXd mean(points.rows(), m), deviation(points.rows(), m);
  for (Index k = 0; k < m; ++k) {
    const model::Surrogate& model = *objectives_[static_cast<std::size_t>(k)];
    const model::Prediction prediction = options_.screen ? model.screen(points) : model.predict(points);
    mean.col(k) = prediction.mean;
    deviation.col(k) = prediction.variance.array().sqrt();
  }
  MatrixXd scores(points.rows(), count());
  scores.col(0) = -gain_.log_expected(mean, deviation, options_.screen);
  if (options_.bounds) scores.rightCols(m) = mean - options_.kappa * deviation;
  return scores;
}

// From d/dm, d/ds of each objective to d/dx, with ds/dx = (d variance/dx) / (2 s).
std::optional<Scored> VolumeScore::with_gradient(const model::Points& points) const {
  if (options_.bounds) return std::nullopt;
  const Index m = gain_.objectives();
  std::vector<model::PredictionGradient> predictions;
  for (const model::Surrogate* model : objectives_) {
    auto prediction = model->predict_with_gradient(points);
    if (!prediction) return std::nullopt;
    predictions.push_back(std::move(*prediction));
  }
  Scored scored{VectorXd(points.rows()), MatrixXd::Zero(points.rows(), points.cols())};
  VectorXd mean(m), deviation(m);
  for (Index i = 0; i < points.rows(); ++i) {
    for (Index k = 0; k < m; ++k) {
      const model::Prediction& value = predictions[static_cast<std::size_t>(k)].value;
      mean[k] = value.mean[i];
      deviation[k] = std::sqrt(value.variance[i]);
    }
    const VolumeGain::Slopes slopes = gain_.slopes(mean, deviation);
    scored.value[i] = -slopes.value;
    for (Index k = 0; k < m; ++k) {
      const model::PredictionGradient& by = predictions[static_cast<std::size_t>(k)];
      scored.gradient.row(i) -= slopes.by_mean[k] * by.mean.row(i) +
                                slopes.by_deviation[k] / (2.0 * deviation[k]) * by.variance.row(i);
    }
  }
  return scored;
}

}  // namespace hone::acquisition
