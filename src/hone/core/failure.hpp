// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/core/trial.hpp"

// The error text of a trial: its first line says how the command ended, the lines after it are the end of its
// standard error, of which the last mostly says why.
namespace hone {

constexpr bool is_failure(TrialState state) {
  return state == TrialState::Failed || state == TrialState::TimedOut;
}

/// How it ended: "exit code 1".
std::string_view failure_ending(std::string_view error);
/// Why it failed: the last line of standard error; the ending when it wrote none.
std::string_view failure_cause(std::string_view error);
/// Both on one line: "exit code 1: ModuleNotFoundError: No module named 'numpy'".
std::string failure_in_short(std::string_view error);

/// What trials that ended in the same way have in common: their exit code, their signal, or a complaint about
/// what they printed, of which the numbers are left out as they come from the settings.
std::string failure_kind(std::string_view error);
/// True when two trials failed in the same way.
bool fail_alike(const Trial& a, const Trial& b);

/// The text with every number replaced by "#": trials that differ in their settings fail alike.
std::string without_numbers(std::string_view text);

}  // namespace hone
