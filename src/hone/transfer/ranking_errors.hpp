// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace hone::transfer {

/// How the target's own model is judged, which has seen the values that it should predict. Each point is left
/// out in turn; what the model without it says there is its left-out mean.
enum class TargetRule {
  Observed,  ///< the left-out mean of one point against the observed value of the other (the authors'
             ///< program)
  LeftOut,   ///< left-out means on both sides (formula 3 of the paper, read literally)
  OneModel,  ///< both sides from the model without the first of the two (the paper's workshop version,
             ///< BoTorch)
};

/// The pairs of observations that a model puts in the wrong order: [f_k < f_l] differs from [y_k < y_l].
/// Ordered pairs, so most count twice; with ties only one of the two orders may be wrong, and a left-out mean
/// may be on the wrong side of its own observation. Feurer et al., "Practical Transfer Learning for Bayesian
/// Optimization", formula 3.
class RankingErrors {
 public:
  /// A pair of points; `twice` when both orders are wrong.
  struct Pair {
    int first = 0;
    int second = 0;  ///< not before first; the same for a point beside itself
    bool twice = false;
    friend bool operator==(const Pair&, const Pair&) = default;
  };

  /// Of a model that has not seen the observations: its means there.
  static RankingErrors of_means(const Eigen::VectorXd& means, const Eigen::VectorXd& observed);
  /// Of the target's own model, by Observed or LeftOut.
  static RankingErrors of_left_out(const Eigen::VectorXd& means, const Eigen::VectorXd& observed,
                                   TargetRule rule);
  /// The same by OneModel; row k of the table is what the model without point k expects everywhere.
  static RankingErrors of_left_out_models(const Eigen::MatrixXd& expected, const Eigen::VectorXd& observed);

  int points() const noexcept { return points_; }
  /// By first, then second.
  const std::vector<Pair>& pairs() const noexcept { return pairs_; }
  /// The ranking loss of the observations as they are, each once.
  long loss() const;

 private:
  RankingErrors(int points, const std::function<bool(int, int)>& is_wrong);

  int points_;
  std::vector<Pair> pairs_;
};

}  // namespace hone::transfer
