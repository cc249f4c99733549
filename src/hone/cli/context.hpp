// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "hone/cli/command.hpp"
#include "hone/cli/environment.hpp"
#include "hone/cli/style.hpp"

namespace hone::cli {

/// What a command works with: the three streams, the environment and the tree of commands.
struct Context {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  const Environment& environment;
  std::function<CommandInfo()> commands;
  std::vector<std::string> arguments = {};  ///< the whole command line, without the program's name

  Style out_style() const {
    return {environment.colour(environment.output_is_terminal), environment.unicode(), environment.width};
  }
  Style err_style() const {
    return {environment.colour(environment.error_is_terminal), environment.unicode(), environment.width};
  }
  /// Columns that a table may take; 0 for no limit, when the reader is a program or a file.
  int table_width() const { return environment.output_is_terminal ? environment.width : 0; }
  /// Prints what --json asks for; returns the exit code of what went well.
  int answer(const nlohmann::ordered_json& json) const;
};

}  // namespace hone::cli
