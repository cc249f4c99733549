// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/cli/command.hpp"

namespace hone::cli {

/// The manual page of the program in the man(7) language, from the same descriptions as its help: every
/// command with its arguments, options and examples, the environment and the exit codes.
std::string man_page(const CommandInfo& program, const std::string& version);

}  // namespace hone::cli
