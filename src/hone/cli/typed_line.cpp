// SPDX-License-Identifier: MIT
#include "hone/cli/typed_line.hpp"

#include <algorithm>

namespace hone::cli {
namespace {

/// The last quote may not be closed yet.
std::string unquoted(const std::string& word) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (c == '\\' && quote != '\'' && i + 1 < word.size()) {
      out += word[++i];
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

ShellWords::ShellWords(const std::string& shell, const std::vector<std::string>& words) {
  bool broken = false;  // the word goes on
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool quoted = shell == "bash" || (shell == "fish" && i + 1 == words.size());
    const std::string word = quoted ? unquoted(words[i]) : words[i];
    // bash makes "=" and ":" words of their own.
    const bool breaks =
        shell == "bash" && i > 0 && !word.empty() && word.find_first_not_of("=:") == std::string::npos;
    if (!breaks && !broken) {
      if (i > 0) before.push_back(last);
      last.clear();
    }
    last += word;
    kept = last.size() - (breaks ? 0 : word.size());
    broken = breaks;
  }
}

bool is_named(const OptionInfo& option, const std::string& name) {
  return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
}

const OptionInfo* option_named(const CommandInfo& command, const std::string& name) {
  for (const OptionInfo& option : command.options) {
    if (is_named(option, name)) return &option;
  }
  return nullptr;
}

TypedLine::TypedLine(const CommandInfo& program, const std::vector<std::string>& words) : command(&program) {
  for (const std::string& word : words) {
    const auto sub = std::find_if(command->commands.begin(), command->commands.end(),
                                  [&](const CommandInfo& one) { return one.name == word; });
    if (awaiting != nullptr) {
      if (is_named(*awaiting, "--store")) store = word;
      awaiting = nullptr;
    } else if (!ended && word == "--") {
      ended = true;
    } else if (!ended && word.starts_with("--store=")) {
      store = word.substr(word.find('=') + 1);
    } else if (!ended && word.size() > 1 && word[0] == '-') {
      const OptionInfo* option = option_named(*command, word);
      if (option != nullptr && !option->placeholder.empty()) awaiting = option;
    } else if (arguments.empty() && sub != command->commands.end()) {
      command = &*sub;
    } else {
      arguments.push_back(word);
    }
  }
}

const OptionInfo* TypedLine::argument() const {
  std::size_t place = 0;
  for (const OptionInfo& option : command->options) {
    if (option.positional && (place++ == arguments.size() || option.many)) return &option;
  }
  return nullptr;
}

}  // namespace hone::cli
