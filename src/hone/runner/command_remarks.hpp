// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::runner {

/// What in a command is no mistake for certain, but seldom meant:
///   - it has placeholders for some parameters and not for others, which no argument mentions either, so that
///     these are tuned for nothing unless the program looks for them itself;
///   - it has no placeholder at all, and a script among its arguments speaks neither of HONE_PARAM variables
///     nor of the parameters;
///   - an argument is "|" or ">", or holds $NAME, $(...) or *.csv, which only a shell understands;
///   - "${x}" keeps its $ in front of the value.
/// None for a worker, which finds its settings in requests, nor when there is no command.
std::vector<std::string> command_remarks(const Study& study);

}  // namespace hone::runner
