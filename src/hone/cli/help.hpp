// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/cli/command.hpp"
#include "hone/cli/style.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::cli {

/// The help page of a command; the top-level one lists the commands by group and, unless it shows only those
/// for every day, the exit codes.
std::string help_text(const CommandInfo& command, const Style& style);

using plot::wrapped;

}  // namespace hone::cli
