// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hone/learners/adam.hpp"
#include "hone/learners/labels.hpp"
#include "hone/learners/residual_network.hpp"
#include "hone/model/classifier.hpp"

namespace hone::learners {

/// How a network learns to tell good points from poor ones.
struct NetworkOptions {
  int width = 32;
  int blocks = 1;
  int batch = 64;
  int steps = 300;
  AdamOptions adam = {.rate = 5e-3, .weight_decay = 1e-2};
};

/// Points as a network sees them, one in each column: numbers of [-1, 1], a category as one of its inputs
/// being 1, and for every conditional coordinate an input that says whether it is there; what is not there is
/// zero.
class NetworkInputs {
 public:
  explicit NetworkInputs(const model::Columns& columns);

  int size() const noexcept { return size_; }
  Eigen::MatrixXf of(const model::Points& points) const;
  /// Derivatives by the inputs to those by the coordinates (one row for each point).
  Eigen::MatrixXd by_coordinates(const Eigen::MatrixXf& by_inputs, const model::Points& points) const;

 private:
  model::Columns columns_;
  std::vector<int> first_;  // input of each column
  int size_ = 0;
};

/// A residual network trained by Adam on weighted log loss, in single precision.
class NetworkClassifier final : public model::Classifier {
 public:
  /// The same arguments give the same network. Batches are drawn anew in each pass over the rows.
  NetworkClassifier(const model::Columns& columns, const model::Points& points, const Labels& labels,
                    const NetworkOptions& options, std::uint64_t seed);

  Eigen::VectorXd log_odds(const model::Points& points) const override;
  std::optional<model::ScoreGradient> log_odds_with_gradient(const model::Points& points) const override;

 private:
  using Network = ResidualNetwork<float>;

  NetworkInputs inputs_;
  Network network_;
};

}  // namespace hone::learners
