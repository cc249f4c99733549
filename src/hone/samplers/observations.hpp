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
  Eigen::VectorXd values;  ///< of the objective, negated when it is maximised
  int complete = 0;        ///< how many of them were measured
};

/// Complete trials bring their value. A pruned one brings its last report. A failed, timed-out or infeasible
/// one counts as bad as the worst seen, so that its surroundings lose their attraction without being called
/// worse than anything known. Nothing at all when no trial is complete.
///
/// Several objectives become one: the largest of their weighted values, each scaled to [0, 1] by what was
/// seen, and a twentieth of their sum, with weights that `seed` draws. Another seed looks for another part of
/// the trade-off, and all of it is covered in time (ParEGO, Knowles 2006).
Observations observe(std::span<const Trial> history, const std::vector<Objective>& objectives,
                     std::uint64_t seed);

}  // namespace hone::samplers
