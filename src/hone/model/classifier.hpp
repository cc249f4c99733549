// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>

#include "hone/model/dataset.hpp"

namespace hone::model {

/// A score of points and its derivatives by their coordinates (m x d), with a zero for every categorical or
/// inactive one.
struct ScoreGradient {
  Eigen::VectorXd value;
  Eigen::MatrixXd gradient;
};

/// A fitted opinion on whether points are good: what likelihood-free samplers have in place of a Surrogate.
/// Asked in batches, and safe to ask from several threads.
class Classifier {
 public:
  virtual ~Classifier() = default;

  /// Log odds that each point is a good one; the larger the better.
  virtual Eigen::VectorXd log_odds(const Points& points) const = 0;

  /// Nothing when it is not differentiable, such as trees.
  virtual std::optional<ScoreGradient> log_odds_with_gradient(const Points&) const { return std::nullopt; }

 protected:
  Classifier() = default;
  Classifier(const Classifier&) = default;
  Classifier& operator=(const Classifier&) = default;
};

}  // namespace hone::model
