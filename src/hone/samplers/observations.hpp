// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::samplers {

/// What a model can learn from a history: configurations and values to be minimised.
struct Observations {
  std::vector<Configuration> configurations;
  Eigen::VectorXd values;  ///< of the first objective, negated when it is maximised
  int complete = 0;        ///< how many of them were measured
};

/// Complete trials bring their value. A pruned one brings its last report. A failed, timed-out or infeasible
/// one counts as bad as the worst seen, so that its surroundings lose their attraction without being called
/// worse than anything known. Nothing at all when no trial is complete.
Observations observe(std::span<const Trial> history, const Objective& objective);

}  // namespace hone::samplers
