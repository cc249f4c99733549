// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hone/learners/labels.hpp"
#include "hone/learners/tree.hpp"
#include "hone/model/dataset.hpp"
#include "hone/model/prediction.hpp"

namespace hone::learners {

/// How a forest grows. The defaults are near those of SMAC (Hutter et al. 2011).
struct ForestOptions {
  int trees = 30;
  int depth = 20;
  int min_rows = 2;                 ///< least number of rows in a leaf
  double min_share = 0.0;           ///< of a node's rows on each side of a threshold: SplitRule::min_share
  double column_share = 5.0 / 6.0;  ///< of the columns that a split looks at
  bool bootstrap = true;            ///< each tree sees as many rows as there are, drawn with replacement
  bool draw_thresholds = true;      ///< somewhere between two neighbours instead of in the middle
  bool out_of_bag = false;          ///< also find out how much the forest explains of rows it has not seen
};

/// A regression forest (Breiman 2001): trees that differ by chance, each with the weighted mean and variance
/// of the rows in its leaves.
class RandomForest {
 public:
  /// Learns `labels.label` as a number. The same arguments give the same forest.
  static RandomForest fit(const model::Columns& columns, const model::Points& points, const Labels& labels,
                          const ForestOptions& options, std::uint64_t seed);

  /// By the law of total variance over the trees: mean of their means; mean of their variances plus variance
  /// of their means.
  model::Prediction predict(const model::Points& points) const;
  Eigen::VectorXd mean(const model::Points& points) const;

  /// The share of the labels' variance that is predicted for rows by the trees which did not draw them: 1 at
  /// best, below 0 when their mean would be nearer. Nothing unless the options ask for it and some rows were
  /// left out by a tree.
  std::optional<double> explained() const noexcept { return explained_; }

  /// Each tree, for those who look into it, and the mean in one of its leaves (a place in Tree::nodes).
  std::span<const Tree> trees() const noexcept { return trees_; }
  double leaf_mean(std::size_t tree, std::size_t node) const { return leaves_[tree][node].mean; }

  /// Adds a row with this value to the leaves of a point: their means come nearer to it, and the trees nearer
  /// to each other.
  void add(const model::Points& points, Eigen::Index row, double value);

 private:
  struct Leaf {
    double weight = 0.0;
    double mean = 0.0;
    double variance = 0.0;
  };

  std::vector<Tree> trees_;
  std::vector<std::vector<Leaf>> leaves_;  // by tree and node
  std::optional<double> explained_;
};

}  // namespace hone::learners
