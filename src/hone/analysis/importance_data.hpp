// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/analysis/importance_measure.hpp"
#include "hone/core/importance.hpp"

namespace hone::analysis {

/// Fewer complete trials say nothing about importance.
inline constexpr std::int64_t kLeastImportanceTrials = 10;

/// What importance is measured on: the complete trials of a study. Others have no value to learn from and are
/// counted only.
struct ImportanceData {
  Objective objective;
  SpaceMeasure space;
  model::Points points;    ///< one row for each complete trial
  Eigen::VectorXd values;  ///< smaller is better; of mean 0 and deviation 1
  std::int64_t left_out = 0;

  std::int64_t trials() const { return values.size(); }
};

/// Throws Error(NotFound) for an objective that the study does not have, and Error(InvalidArgument), saying
/// what is missing, when the trials cannot tell: too few of them, all of one value, or no parameter that
/// varies.
ImportanceData importance_data(const Study& study, std::span<const Trial> trials,
                               const std::optional<std::string>& objective);

/// The place of an objective by name; the first when none is given. Throws Error(NotFound).
std::size_t find_objective(std::span<const Objective> objectives, const std::optional<std::string>& name);

}  // namespace hone::analysis
