// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/space.hpp"

namespace hone::runner {

/// Whether a program is a shell, by its name.
bool is_shell(const std::string& program);

/// What stands for "{name}"; nothing when the name is of a parameter that does not exist in this
/// configuration.
using Lookup = std::function<std::optional<std::string>(std::string_view name)>;

/// Fills a command's arguments: "{name}" becomes what it stands for (core/placeholder.hpp). Nothing is split
/// or quoted: one argument stays one argument, whatever its value holds.
///
/// An argument with a name that has no value is left out. When it is nothing but "{name}", an option right
/// before it goes too: in  --degree {degree}  both vanish where degree does not exist. An option here starts
/// with "-", has at least one more character, no "=" and no brace in it, and is not "--". The program itself
/// is never left out.
std::vector<std::string> fill_arguments(const std::vector<std::string>& command, const Space& space,
                                        const Lookup& lookup);

/// What is wrong with an argument of a command, and its place in it: 0 is the program.
struct ArgumentProblem {
  std::size_t argument = 0;
  Error error;
};

/// Everything that is: the command is empty, an argument holds a word in braces that looks like a mistyped
/// name or has more in them than a name ("{x:.2f}"), or begins with what only a shell expands ("~/", "$HOME";
/// shells themselves may be given both), or the program's name depends on a parameter that does not always
/// exist. A word after "$" is taken to be the shell's. Without a space names are not looked at.
std::vector<ArgumentProblem> argument_problems(const std::vector<std::string>& command, const Space* space);

}  // namespace hone::runner
