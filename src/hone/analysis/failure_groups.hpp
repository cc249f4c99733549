// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone::analysis {

/// Trials that failed alike.
struct FailureGroup {
  TrialState state = TrialState::Failed;  ///< or TimedOut
  std::string reason;                     ///< of the last of them: how the command ended, and why
  std::int64_t count = 0;
  std::int64_t last = 0;  ///< number of the last of them
  friend bool operator==(const FailureGroup&, const FailureGroup&) = default;
};

/// The failed and timed-out trials by what their commands said last, numbers aside, as these come from the
/// settings. The largest group first, then the one of the later trial.
std::vector<FailureGroup> failure_groups(std::span<const Trial> trials);

}  // namespace hone::analysis
