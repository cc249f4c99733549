// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace hone::meta {

/// How much the two parts of an EmbeddingPenalty count.
struct PenaltyWeights {
  double ranks = 0.0;
  double covariance = 0.0;
};

/// Weights with which each part is expected to be one half for n genuinely normal embeddings of d dimensions:
/// half the inverse of
///   E[K] = (1 + (2n + 1) / n²) / (6 (n + 1)),   E[V] = ((d - 1)(n - 1) + 2n - 1) / (d n²).
/// The paper draws 64 samples for these means, with n the size of a batch; these are their closed forms.
PenaltyWeights penalty_weights(int n, int d);

/// How far the embeddings of tasks are from draws of independent standard normals (Saseendran et al. 2021, as
/// MALIBO uses it), so that a standard normal is a fair prior for the embedding of a new task:
///   K, the mean over tasks and dimensions of (Φ(z) - (r - ½) / T)², where r is the rank of z among the T
///      tasks in its dimension: a Kolmogorov-Smirnov distance with the mean of squares for the maximum;
///   V, the mean over all entries of (S - I)², S the covariance of the tasks.
/// The paper compares with r / T, which has the largest one run after infinity; with two or three tasks that
/// moves their mean.
class EmbeddingPenalty {
 public:
  explicit EmbeddingPenalty(PenaltyWeights weights) : weights_(weights) {}

  /// `embeddings` has a column for each task. The derivatives are added to `gradient`, of the same shape,
  /// times `scale`. O(T d² + d T log T); memory is used again.
  double add(const Eigen::MatrixXf& embeddings, float scale, Eigen::Ref<Eigen::MatrixXf> gradient);

 private:
  double add_ranks(const Eigen::MatrixXf& embeddings, float scale, Eigen::Ref<Eigen::MatrixXf> gradient);
  double add_covariance(const Eigen::MatrixXf& embeddings, float scale, Eigen::Ref<Eigen::MatrixXf> gradient);

  PenaltyWeights weights_;
  Eigen::MatrixXi order_;  // of the tasks in each dimension, as it was last: nearly sorted the next time
  Eigen::MatrixXf by_dimension_, centred_, covariance_;
};

}  // namespace hone::meta
