// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/learners/labels.hpp"
#include "hone/learners/tree.hpp"
#include "hone/model/dataset.hpp"

namespace hone::learners {

enum class Loss {
  Logistic,  ///< -(k log p + (1 - k) log(1 - p)), p = 1 / (1 + exp(-score)), for labels k between 0 and 1
  Squared,   ///< (score - k)² / 2
};

/// How trees are boosted. Names in brackets are XGBoost's.
struct BoostingOptions {
  Loss loss = Loss::Logistic;
  int rounds = 100;
  int depth = 3;                  ///< [max_depth]
  double rate = 0.1;              ///< what part of a leaf's step is taken [eta]
  double lambda = 1.0;            ///< ridge penalty of leaf values [lambda]
  double min_child_weight = 1.0;  ///< least sum of the loss's curvature in a leaf [min_child_weight]
  double min_gain = 1e-12;        ///< least that a split takes off twice the loss [gamma]
  /// Draw thresholds between neighbouring values instead of taking the middle: the score is then less of a
  /// staircase. The only use of chance.
  bool draw_thresholds = false;
};

/// A score that trees have learned in small steps, each going down the slope that the ones before have left
/// (Friedman 2001), with Newton's steps and exact greedy splits (Chen and Guestrin 2016, algorithm 1): where
/// G and H are the sums of slope and curvature of a node's rows, a leaf holds -G / (H + λ), and a split gains
///   G²ₗ / (Hₗ + λ) + G²ᵣ / (Hᵣ + λ) - G² / (H + λ).
class BoostedTrees {
 public:
  /// No trees: zero everywhere.
  BoostedTrees() = default;

  /// Learns labels of points, starting from the score `initial` of each (its size, or empty for zeros). The
  /// same arguments give the same trees. O(rounds depth n d) and a sort of each column.
  static BoostedTrees fit(const model::Columns& columns, const model::Points& points, const Labels& labels,
                          const Eigen::VectorXd& initial, const BoostingOptions& options,
                          std::uint64_t seed = 0);

  /// What the trees add to the initial score of each point.
  Eigen::VectorXd correction(const model::Points& points) const;

  const std::vector<Tree>& trees() const noexcept { return trees_; }

 private:
  std::vector<Tree> trees_;  // leaves hold what is added, the rate included
};

/// The constant that has least loss: where to start when there is nothing better.
double best_constant(const Labels& labels, Loss loss);

}  // namespace hone::learners
