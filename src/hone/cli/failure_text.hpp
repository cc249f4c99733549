// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/cli/context.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/loop.hpp"

// How failures are told.
namespace hone::cli {

/// The program and its arguments as one would type them, and where they were started.
void print_started(Context& context, const std::vector<std::string>& command, const std::string& directory);

/// The error of a trial, indented: how it ended, and the end of its standard error.
void print_error(Context& context, const std::string& error);

/// The last trial that failed and says why, which tells most about what is wrong now; nullptr without one.
const Trial* last_failure(std::span<const Trial> trials);

/// The last failure of a run: the command as it was started, how it ended, and where all it wrote is.
void print_failed_run(Context& context, const runner::FailedRun& failure);

/// "gave up, as 5 trials in a row failed in the same way and none succeeded".
std::string gave_up_text(const Budget& budget);
/// How to go on all the same, with a new line at its end.
void print_never_give_up(Context& context);

/// The failed trials by what they said last, with counts and how to list them; nothing when there are none.
/// `where` names the study in the command lines that are proposed.
void print_failure_groups(Context& context, std::span<const Trial> trials, const std::string& where);

}  // namespace hone::cli
