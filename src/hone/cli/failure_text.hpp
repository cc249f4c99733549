// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/cli/context.hpp"
#include "hone/core/trial.hpp"

// How failures are told.
namespace hone::cli {

/// The program and its arguments as one would type them, and where they were started.
void print_started(Context& context, const std::vector<std::string>& command, const std::string& directory);

/// The error of a trial, indented: how it ended, and the end of its standard error.
void print_error(Context& context, const std::string& error);

/// The failed trials by what they said last, with counts and how to list them; nothing when there are none.
/// `where` names the study in the command lines that are proposed.
void print_failure_groups(Context& context, std::span<const Trial> trials, const std::string& where);

}  // namespace hone::cli
