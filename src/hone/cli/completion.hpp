// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/cli/context.hpp"

namespace hone::cli {

/// The script with which bash, zsh or fish asks `hone __complete` about a line. Throws UsageError for another
/// shell.
std::string completion_script(const std::string& shell);

/// `hone __complete SHELL WORDS...`: what may stand in the place of the last word, one on each line with a
/// tab and what it is for; then the line "files" where a file may stand as well. Asks the description of the
/// commands, the catalog and, for the names of studies and parameters, the store that the line names, if it
/// is a file that can be read at once.
std::string complete(const std::vector<std::string>& words, const Context& context);

}  // namespace hone::cli
