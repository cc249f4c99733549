// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::analysis {

/// The values of one configuration that was run several times.
struct RepeatedRuns {
  Configuration configuration;
  std::vector<std::int64_t> trials;  ///< their numbers
  double mean = 0.0;
};

/// With noise, the best single value is the luckiest one; the best mean of repeats says more.
struct RepeatedBest {
  RepeatedRuns best;
  /// Of best.mean, from the spread of all repeats within their configurations: s / √n.
  double standard_error = 0.0;
  /// Half the width of the 95 % confidence interval of best.mean (Student's t).
  double margin = 0.0;
  std::optional<RepeatedRuns> next = {};  ///< the second best mean of repeats
  /// How sure it is that `best` has a better mean than `next`: Student's distribution function of the
  /// difference over its standard error. 0.5 when they are equal, or when there is no `next`.
  double sureness = 0.5;
};

/// Looks at configurations with two complete trials or more; nothing when there is none. Ties go to the
/// earlier trial.
std::optional<RepeatedBest> repeated_best(std::span<const Trial> trials, const Objective& objective);

}  // namespace hone::analysis
