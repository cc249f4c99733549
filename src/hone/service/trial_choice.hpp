// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::service {

/// Which trials of a study somebody wants to see, and which come first.
struct TrialChoice {
  std::vector<TrialState> states = {};  ///< in one of these; any when there are none
  bool deleted = true;                  ///< without states: those that were taken out too
  std::string where = {};               ///< an expression over the columns (codec::TrialFilter)
  /// number, -number, value, -value, started, -finished, or a column (codec::TrialColumns) with or without
  /// '-'. Trials that have nothing there come last.
  std::string order = "number";
};

/// Shows all trials of a study, which nobody changes meanwhile; those who want to wait for that.
using ShowTrials = std::function<void(const std::function<void(const std::vector<Trial>&)>& see)>;

/// Their numbers. The trials are looked at a thousand at a time, so that nobody waits long for one who looks
/// at many; trials are only ever added to those shown. Throws Error(InvalidArgument) for an expression or a
/// column that cannot be.
std::vector<std::int64_t> chosen_trials(const Study& study, const ShowTrials& show,
                                        const TrialChoice& choice);

}  // namespace hone::service
