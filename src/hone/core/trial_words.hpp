// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

// The words of trial states as lists, for whoever offers them to choose from.
namespace hone {

/// All states, by their values.
const std::vector<std::string>& trial_state_words();
/// Those in which a trial ends, which are the ones that can be told: "complete", "failed", "pruned",
/// "timed_out", "infeasible".
const std::vector<std::string>& ended_state_words();

}  // namespace hone
