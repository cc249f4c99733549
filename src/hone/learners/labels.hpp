// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

namespace hone::learners {

/// What a classifier learns of each row: how good it is and how much that counts. A row that is good with
/// weight a and poor with weight b is one row with weight a + b and label a / (a + b): the loss
///   -Σ w (k log C + (1 - k) log(1 - C))
/// is the same, and nothing has to be kept twice.
struct Labels {
  Eigen::VectorXd label;   ///< k, between 0 and 1
  Eigen::VectorXd weight;  ///< w, not negative

  Eigen::Index size() const noexcept { return label.size(); }
  /// False when all rows are the same: there is nothing to tell apart.
  bool both_classes() const {
    return size() > 0 && (weight.array() * label.array()).sum() > 0.0 &&
           (weight.array() * (1.0 - label.array())).sum() > 0.0;
  }
};

/// What it is worth to get below the threshold.
enum class Utility {
  Probability,  ///< 1: probability of improvement, BORE (Tiao et al. 2021)
  Improvement,  ///< by how much: expected improvement, LFBO (Song et al. 2022)
  /// By how much, but no more than three times the median of the good ones. Where noise grows with the
  /// values, the lowest ones are luck, and would outweigh all others.
  CappedImprovement,
};

/// The quantile of `values` at share gamma, linear between its neighbours (virtual place (n - 1) gamma).
double quantile(Eigen::VectorXd values, double gamma);

/// Labels of observed values, smaller ones being better. With τ their quantile at gamma and y < τ good:
///   Probability: label 1 for the good, 0 for the others, weight 1 for all.
///   Improvement: every row is poor with weight S / 2n, and the good ones are good as well, with weight
///                (τ - y) / mean(τ - y) · S / 2s,  s good ones among n, S = s + n.
///   CappedImprovement: the same with the lesser of τ - y and three times its median over the good ones.
/// So both classes weigh the same, the weights have mean 1 over the S rows of the paper's duplicated data,
/// and nothing changes when the values are multiplied by or increased by a constant. Values must be finite;
/// when none is below τ, all are poor with weight 1.
Labels label_values(const Eigen::VectorXd& values, double gamma, Utility utility);

/// The same with so many further rows that are poor and weigh what any poor one does: what is running, say.
Labels with_poor(const Labels& labels, Eigen::Index count);

/// Rows to learn from, of more than are needed, and their labels.
struct ThinnedLabels {
  std::vector<int> rows;  ///< ascending
  Labels labels;
};

/// More would take longer than a proposal should.
inline constexpr Eigen::Index kEnoughRows = 1500;

/// At most `most` rows that stand for all of them, for learners whose time grows with the rows. The half with
/// the heaviest good sides stays as it is: that is where the best trials are told apart. Of the others, every
/// so many-th stays in the order of the rows, with its weight multiplied by what it stands for.
ThinnedLabels thinned(const Labels& labels, Eigen::Index most);

}  // namespace hone::learners
