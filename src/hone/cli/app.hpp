// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "hone/cli/environment.hpp"

namespace hone::cli {

class Command;

/// Adds commands from outside this library to the program's.
using MoreCommands = std::function<void(Command& root)>;

/// The program `hone`: carries out a command line (without the program's name) and returns the exit code.
/// Results go to `out`, progress and complaints to `err`. Never throws.
int run(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out, std::ostream& err,
        const Environment& environment, const MoreCommands& more = {});

}  // namespace hone::cli
