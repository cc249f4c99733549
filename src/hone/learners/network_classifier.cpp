// SPDX-License-Identifier: MIT
#include "hone/learners/network_classifier.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hone/base/index.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;

NetworkShape shape_for(int inputs, const NetworkOptions& options) {
  return {.inputs = std::max(inputs, 1),
          .width = options.width,
          .blocks = options.blocks,
          .features = options.width};
}

ResidualNetwork<float> untrained(int inputs, const NetworkOptions& options, std::uint64_t seed) {
  Rng rng(seed, 1);
  return {shape_for(inputs, options), rng};
}

}  // namespace

NetworkInputs::NetworkInputs(const model::Columns& columns) : columns_(columns) {
  for (const model::Column& column : columns) {
    first_.push_back(size_);
    size_ += (column.is_number() ? 1 : static_cast<int>(column.cells)) + (column.conditional ? 1 : 0);
  }
}

Eigen::MatrixXf NetworkInputs::of(const model::Points& points) const {
  Eigen::MatrixXf inputs = Eigen::MatrixXf::Zero(std::max(size_, 1), points.rows());
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const auto column = static_cast<Index>(j);
    const int width = columns_[j].is_number() ? 1 : static_cast<int>(columns_[j].cells);
    for (Index i = 0; i < points.rows(); ++i) {
      if (!points.is_active(i, column)) continue;
      const double x = points.x(i, column);
      if (columns_[j].is_number()) {
        inputs(first_[j], i) = static_cast<float>(2.0 * x - 1.0);
      } else {
        inputs(first_[j] + static_cast<Index>(x), i) = 1.0F;
      }
      if (columns_[j].conditional) inputs(first_[j] + width, i) = 1.0F;
    }
  }
  return inputs;
}

Eigen::MatrixXd NetworkInputs::by_coordinates(const Eigen::MatrixXf& by_inputs,
                                              const model::Points& points) const {
  Eigen::MatrixXd gradient = Eigen::MatrixXd::Zero(points.rows(), points.cols());
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const auto column = static_cast<Index>(j);
    for (Index i = 0; columns_[j].is_number() && i < points.rows(); ++i) {
      if (points.is_active(i, column)) gradient(i, column) = 2.0 * by_inputs(first_[j], i);
    }
  }
  return gradient;
}

NetworkClassifier::NetworkClassifier(const model::Columns& columns, const model::Points& points,
                                     const Labels& labels, const NetworkOptions& options, std::uint64_t seed)
    : inputs_(columns), network_(untrained(inputs_.size(), options, seed)) {
  if (points.rows() == 0) return;
  Rng rng(seed, 2);
  const Eigen::MatrixXf all = inputs_.of(points);
  const auto batch = std::min<Index>(options.batch, points.rows());
  std::vector<int> order = rng.permutation(static_cast<int>(points.rows()));
  Network::Pass pass;
  Eigen::MatrixXf inputs(all.rows(), batch);
  Eigen::RowVectorXf slope(batch);
  Eigen::VectorXf gradient;
  Adam<float> adam(options.adam);
  std::size_t next = 0;
  for (int step = 0; step < options.steps; ++step) {
    if (next + index(batch) > order.size()) {
      rng.shuffle(std::span(order));
      next = 0;
    }
    const std::span<const int> rows(order.data() + next, index(batch));
    next += index(batch);
    for (Index i = 0; i < batch; ++i) inputs.col(i) = all.col(rows[index(i)]);
    network_.forward(inputs, pass);
    for (Index i = 0; i < batch; ++i) {
      const int row = rows[index(i)];
      const double p = 1.0 / (1.0 + std::exp(-static_cast<double>(pass.score[i])));
      slope[i] =
          static_cast<float>(labels.weight[row] * (p - labels.label[row]) / static_cast<double>(batch));
    }
    network_.backward(pass, slope, {}, gradient);
    // Down to nothing along half a cosine, so that the last steps average over batches.
    const double scale = 0.5 + 0.5 * std::cos(std::numbers::pi * step / options.steps);
    adam.step(network_.parameters(), gradient, scale);
  }
}

Eigen::VectorXd NetworkClassifier::log_odds(const model::Points& points) const {
  Network::Pass pass;
  network_.forward(inputs_.of(points), pass);
  return pass.score.transpose().cast<double>();
}

std::optional<model::ScoreGradient> NetworkClassifier::log_odds_with_gradient(
    const model::Points& points) const {
  Network::Pass pass;
  network_.forward(inputs_.of(points), pass);
  return model::ScoreGradient{pass.score.transpose().cast<double>(),
                              inputs_.by_coordinates(network_.input_gradient(pass), points)};
}

}  // namespace hone::learners
