// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace penguins {

/// Rows of features; a missing value is NaN. Labels are 0 or 1.
struct Data {
  std::vector<std::vector<double>> rows;
  std::vector<int> labels;
};

struct Settings {
  int trees = 100;
  int depth = 3;
  double learning_rate = 0.1;
  double row_share = 1.0;     ///< part of the rows each tree sees
  double column_share = 1.0;  ///< part of the features each split may use
  int min_leaf = 5;           ///< rows that a leaf must hold
  double l2 = 1.0;            ///< shrinks the leaves' values
};

/// Gradient-boosted trees for the logistic loss: exact splits, second-order leaf values, a missing value goes
/// with the larger side.
class BoostedTrees {
 public:
  BoostedTrees(const Data& data, const Settings& settings, std::uint64_t seed);
  /// Probability of label 1.
  double probability(const std::vector<double>& row) const;

 private:
  struct Node {
    int feature = -1;  // -1: a leaf
    double threshold = 0.0;
    bool missing_left = true;
    int left = -1;
    int right = -1;
    double value = 0.0;
  };
  using Tree = std::vector<Node>;

  struct Growth;
  static int grow(Growth& growth, const std::vector<int>& rows, int depth);
  static double leaf_of(const Tree& tree, const std::vector<double>& row);

  double base_ = 0.0;
  std::vector<Tree> trees_;
};

}  // namespace penguins
