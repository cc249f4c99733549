// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/cli/command.hpp"

namespace hone::cli {

/// A script with which bash, zsh or fish completes commands, options, their words, files and the names of
/// studies. Throws UsageError for another shell.
std::string completion_script(const std::string& shell, const CommandInfo& program);

}  // namespace hone::cli
