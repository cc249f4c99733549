// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/cli/command.hpp"
#include "hone/cli/style.hpp"

namespace hone::cli {

/// The help page of a command; the top-level one lists the commands by group and, unless it shows only those
/// for every day, the exit codes.
std::string help_text(const CommandInfo& command, const Style& style);

/// Breaks a text into lines of at most `width` columns.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace hone::cli
