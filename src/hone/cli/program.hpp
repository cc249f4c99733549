// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/cli/app.hpp"

namespace hone::cli {

/// A process that is the program `hone`, or one that adds commands to it: run() with the process's streams
/// and environment. `arguments` are without the program's name. Returns the exit code; may end the process
/// itself when a thread that cannot be stopped is still at work.
int run_program(const std::vector<std::string>& arguments, const MoreCommands& more = {});

}  // namespace hone::cli
