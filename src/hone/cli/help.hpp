// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/cli/command.hpp"
#include "hone/cli/style.hpp"

namespace hone::cli {

/// The help page of a command; the top-level one lists the commands by group and the exit codes.
std::string help_text(const CommandInfo& command, const Style& style);

}  // namespace hone::cli
