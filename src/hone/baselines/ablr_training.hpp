// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "hone/baselines/ablr_head.hpp"
#include "hone/baselines/ablr_network.hpp"

namespace hone::baselines {

/// What one study has measured, as the network reads it.
struct AblrTask {
  Eigen::MatrixXd inputs;  ///< a point per column
  Eigen::VectorXd y;       ///< standardised
};

/// The parameters of a network that several tasks share, and the precisions of each one's head.
struct AblrParameters {
  Eigen::VectorXd network;
  std::vector<Precisions> heads;
};

/// Σ over the tasks of -log p(y_t | network, α_t, β_t), as a function of everything in one vector: first the
/// network, then log α and log β of each task.
class AblrLoss {
 public:
  /// Looks at the tasks as long as it lives.
  AblrLoss(const AblrNetwork& network, std::span<const AblrTask> tasks) : network_(network), tasks_(tasks) {}

  Eigen::Index parameters() const { return network_.parameters() + 2 * std::ssize(tasks_); }
  Eigen::VectorXd flat(const AblrParameters& parameters) const;
  AblrParameters unfolded(const Eigen::VectorXd& flat) const;

  /// The value, and the gradient in analytic form. The points of a task go through the network together,
  /// those of different tasks one after the other, so that they stay in the cache. O(points (inputs + layers
  /// width) width).
  double operator()(const Eigen::VectorXd& flat, Eigen::VectorXd& gradient) const;

 private:
  AblrNetwork network_;
  std::span<const AblrTask> tasks_;
};

/// Searches from `start` for parameters of a lower loss, by at most so many steps of L-BFGS-B.
AblrParameters train(const AblrNetwork& network, std::span<const AblrTask> tasks, const AblrParameters& start,
                     int steps);

}  // namespace hone::baselines
