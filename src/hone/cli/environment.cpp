// SPDX-License-Identifier: MIT
#include "hone/cli/environment.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "hone/base/text.hpp"

namespace hone::cli {
namespace {

int terminal_width() {
  winsize size{};
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  }
  return 80;
}

}  // namespace

std::optional<std::string> Environment::variable(const std::string& name) const {
  const auto found = variables.find(name);
  if (found == variables.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

bool Environment::unicode() const {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (std::optional<std::string> locale = variable(name)) {
      std::transform(locale->begin(), locale->end(), locale->begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      return locale->find("utf-8") != std::string::npos || locale->find("utf8") != std::string::npos;
    }
  }
  return true;
}

bool Environment::colour(bool is_terminal) const {
  if (variable("NO_COLOR")) return false;
  if (variable("FORCE_COLOR")) return true;
  return is_terminal && variable("TERM").value_or("") != "dumb";
}

Environment process_environment() {
  Environment environment;
  environment.input_is_terminal = isatty(STDIN_FILENO) == 1;
  environment.output_is_terminal = isatty(STDOUT_FILENO) == 1;
  environment.error_is_terminal = isatty(STDERR_FILENO) == 1;
  for (const char* name :
       {"HONE_STORE", "NO_COLOR", "FORCE_COLOR", "TERM", "LC_ALL", "LC_CTYPE", "LANG", "COLUMNS"}) {
    if (const char* value = std::getenv(name)) environment.variables[name] = value;
  }
  environment.width = terminal_width();
  if (const auto columns = environment.variable("COLUMNS")) {
    if (const auto number = parse_integer(*columns))
      environment.width = static_cast<int>(std::clamp(*number, 20LL, 1000LL));
  }
  return environment;
}

}  // namespace hone::cli
