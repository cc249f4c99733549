// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::samplers {

/// What trials that were pruned would have come to, one number for each trial; NaN for all others, and for a
/// pruned one without a finite report. To be minimised.
///
/// A report is worth what other trials that were at the same step have come to, not what it says: a loss may
/// grow with the step. From each step at which trials were pruned to the next, and from the last to the end,
/// a line is fitted to the trials that went that far (value there by value here, never falling; a shift alone
/// for fewer than three or equal values), and a pruned trial follows the lines to the end. None comes to
/// as little as the best complete trial: it was stopped since it looked bad. With several objectives this is
/// so of each by itself, so a pruned trial is ahead of every complete one in none of them.
std::vector<double> expected_ends(std::span<const Trial> history, const std::vector<Objective>& objectives,
                                  std::size_t index = 0);

}  // namespace hone::samplers
