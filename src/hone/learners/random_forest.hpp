// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
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
  double column_share = 5.0 / 6.0;  ///< of the columns that a split looks at
  bool bootstrap = true;            ///< each tree sees as many rows as there are, drawn with replacement
  bool draw_thresholds = true;      ///< somewhere between two neighbours instead of in the middle
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
};

}  // namespace hone::learners
