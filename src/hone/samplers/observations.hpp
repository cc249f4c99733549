// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::samplers {

/// What a history has measured, every objective by itself.
struct Observations {
  std::vector<Configuration> configurations;
  /// One row for each of them, one column for each objective, to be minimised: negated where it is maximised.
  /// A trial that ended without a result has a row of NaN: that it failed is knowledge too, and what to make
  /// of it is decided later.
  Eigen::MatrixXd values;
  /// Trial::violation of each: above 0 for those that break the study's limits on outcomes.
  Eigen::VectorXd violation;
  std::vector<bool> measured;  ///< whether each was complete: the values of others are estimates
  int complete = 0;            ///< how many trials were measured to their end

  /// True when some complete trial breaks no limit.
  bool any_feasible() const { return feasible > 0; }
  int feasible = 0;  ///< how many of the complete ones
};

/// Complete trials bring their values. A pruned one brings what it would have come to (expected_ends()), and
/// with several objectives at best as much as some complete one; and NaN in all when it did not report
/// one of them.
Observations observe(std::span<const Trial> history, const std::vector<Objective>& objectives);

/// The same numbers with the largest one in place of NaN: a trial that failed, timed out or was infeasible
/// counts as bad as the worst seen, so that its surroundings lose their attraction without being called worse
/// than anything known. At least one must be a number.
Eigen::VectorXd with_worst_for_missing(const Eigen::VectorXd& values);

/// The rule by which samplers that have one number for each trial tell infeasible ones from others: behind
/// all that are feasible, by violation, and equally spaced, so that its units do not matter; over as much as
/// the values of the feasible ones spread, or 1. Those of no value stay NaN. As OutcomeRank (core/aim.hpp)
/// has it, in numbers.
Eigen::VectorXd behind_feasible(const Eigen::VectorXd& values, const Eigen::VectorXd& violation);

}  // namespace hone::samplers
