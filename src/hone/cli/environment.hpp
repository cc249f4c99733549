// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

namespace hone::cli {

/// What the program knows of the world around it, as plain data so that tests can make one up.
struct Environment {
  bool input_is_terminal = false;
  bool output_is_terminal = false;
  bool error_is_terminal = false;
  int width = 80;  ///< columns of the terminal
  std::map<std::string, std::string> variables = {};

  /// The variable's text; nothing when it is unset or empty.
  std::optional<std::string> variable(const std::string& name) const;

  /// UTF-8 may be written: LC_ALL, LC_CTYPE or LANG says so, the first that is set. True when none is.
  bool unicode() const;
  /// Colours may be written to a stream that is, or is not, a terminal: NO_COLOR forbids them, FORCE_COLOR
  /// demands them, a dumb terminal has none.
  bool colour(bool is_terminal) const;
};

/// The environment of this process.
Environment process_environment();

}  // namespace hone::cli
