// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/cli/command.hpp"

namespace hone::cli {

/// A command that is a program of its own, `hone-NAME`, because most people never need what it is made of. It
/// is found as git finds its commands: beside this program, then on the PATH.
struct OutsideCommand {
  std::string name;
  std::string summary;
};

/// All of them.
const std::vector<OutsideCommand>& outside_commands();

/// Names them in help and completion. What is called there says only how to get the program.
void add_outside_commands(Command& root);

/// Becomes the program of the first argument when that names one and it is there. Otherwise returns what is
/// left to carry out: the arguments, or of a program that is missing its name alone, as nobody can read the
/// rest.
std::vector<std::string> hand_over(std::vector<std::string> arguments);

}  // namespace hone::cli
