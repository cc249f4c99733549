// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/cli/command.hpp"

namespace hone::cli {

/// A line as a shell has it, taken apart: its words without quotes, and in one piece where bash breaks them
/// ("--store=a.db", "http://host").
struct ShellWords {
  std::vector<std::string> before;
  std::string last;      ///< as far as it was typed
  std::size_t kept = 0;  ///< so much of it the shell leaves as it is, and puts an answer behind

  /// `shell` is bash, zsh or fish; `words` are those after the program's name.
  ShellWords(const std::string& shell, const std::vector<std::string>& words);
};

/// What a line says in front of the word that is being typed.
struct TypedLine {
  const CommandInfo* command;            ///< the deepest that was named
  std::vector<std::string> arguments;    ///< by position
  std::optional<std::string> store;      ///< the value of --store
  const OptionInfo* awaiting = nullptr;  ///< the option whose value comes next
  bool ended = false;                    ///< there was a `--`: no more options

  TypedLine(const CommandInfo& program, const std::vector<std::string>& words);

  /// The argument that comes next; nullptr when the command takes no more.
  const OptionInfo* argument() const;
};

bool is_named(const OptionInfo& option, const std::string& name);
/// The option of the command; nullptr when it has none of that name.
const OptionInfo* option_named(const CommandInfo& command, const std::string& name);

}  // namespace hone::cli
