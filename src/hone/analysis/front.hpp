// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hone/core/study.hpp"

// How much of the objectives' space the Pareto-optimal trials of a study have won.
namespace hone::analysis {

/// The volume that a set of trials dominates, up to a reference point.
struct FrontVolume {
  /// One for each objective, as measured: Objective::worst where it is given, else the worst value among the
  /// Pareto-optimal trials, and a tenth of their range beyond it, so that the trials at the ends count too. A
  /// single trial, which has no range, gets a tenth of its value, or 1 at 0. It depends on the front and not
  /// on how bad the worst trials are.
  std::vector<double> reference;
  double volume = 0.0;
};

/// Of the study's Pareto-optimal trials. Nothing without a complete trial, with one objective, and with more
/// than three, for which numeric::hypervolume() has no method.
std::optional<FrontVolume> front_volume(std::span<const Trial> trials, std::span<const Objective> objectives);

/// How it grew: the volume after the trial of that number, up to the reference point of the whole study.
struct VolumeStep {
  std::int64_t number = 0;
  double volume = 0.0;
};
/// By number, where the volume changed; fewer where the front is so large that each would take long. The last
/// is that of front_volume(). Empty where that is nothing.
std::vector<VolumeStep> front_history(std::span<const Trial> trials, std::span<const Objective> objectives);

}  // namespace hone::analysis
