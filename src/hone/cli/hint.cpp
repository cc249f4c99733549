// SPDX-License-Identifier: MIT
#include "hone/cli/hint.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/core/store_address.hpp"
#include "hone/service/verb.hpp"

namespace hone::cli {
namespace {

std::optional<std::string> store_in(const std::vector<std::string>& arguments) {
  constexpr std::string_view kJoined = "--store=";
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (arguments[i].starts_with(kJoined)) return arguments[i].substr(kJoined.size());
    if (arguments[i] == "--store" && i + 1 < arguments.size()) return arguments[i + 1];
  }
  return std::nullopt;
}

/// The command that words begin with; `used` is how many of them name it.
const CommandInfo& command_of(const std::vector<std::string>& words, const CommandInfo& program,
                              std::size_t& used) {
  const CommandInfo* command = &program;
  for (; used < words.size(); ++used) {
    const auto sub = std::find_if(command->commands.begin(), command->commands.end(),
                                  [&](const CommandInfo& one) { return one.name == words[used]; });
    if (sub == command->commands.end()) break;
    command = &*sub;
  }
  return *command;
}

const OptionInfo* option_named(const CommandInfo& command, const std::string& name) {
  const auto found = std::find_if(command.options.begin(), command.options.end(), [&](const OptionInfo& one) {
    return std::find(one.names.begin(), one.names.end(), name) != one.names.end();
  });
  return found == command.options.end() ? nullptr : &*found;
}

bool takes_study(const CommandInfo& command) {
  const auto first = std::find_if(command.options.begin(), command.options.end(),
                                  [](const OptionInfo& one) { return one.positional; });
  return first != command.options.end() && first->names.front() == "STUDY";
}

/// The study that this command line is about; empty when it is about none.
std::string study_in(const std::vector<std::string>& arguments, const CommandInfo& program) {
  std::size_t i = 0;
  const CommandInfo& command = command_of(arguments, program, i);
  std::vector<std::string> words;
  for (; i < arguments.size(); ++i) {
    const bool is_word = !arguments[i].starts_with('-');
    if (is_word) words.push_back(arguments[i]);
    const OptionInfo* option = is_word ? nullptr : option_named(command, arguments[i]);
    if (option != nullptr && !option->placeholder.empty()) ++i;
  }
  if (takes_study(command) && !words.empty()) return words[0];
  const service::Verb* verb =
      command.name == "call" && words.size() > 1 ? service::find_verb(words[0]) : nullptr;
  return verb != nullptr && verb->is_about_study() ? words[1] : "";
}

/// "hone trials --state running" with what this command line was about: the study where none is named, and
/// the store. A service has a store of its own, which is not the one that its users name.
std::string completed(const std::string& line, const CommandInfo& program, const std::string& study,
                      const std::string& store) {
  std::vector<std::string> words = split(line, ' ');
  std::size_t used = 1;
  const CommandInfo& command = command_of(words, program, used);
  if (command.group == "Serve" || line.find("--help") != std::string::npos) return line;
  std::string out = line;
  if (used < words.size() && words[used] == "STUDY")
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(used));
  const bool names_none = used == words.size() || words[used].starts_with("--");
  if (takes_study(command) && names_none && !study.empty()) {
    out = join(std::span(words).first(used), " ") + " " + shell_word(study);
    for (std::size_t i = used; i < words.size(); ++i) out += " " + words[i];
  }
  if (line.find("--store") == std::string::npos && option_named(command, "--store") != nullptr) out += store;
  return out;
}

/// Where a command line that stands in quotes ends; npos when it does not. A study's name may have
/// back-quotes, and is in quotes itself then.
std::size_t end_of_line(const std::string& message, std::size_t at, char quote) {
  if (quote != '\'' && quote != '`') return std::string::npos;
  std::size_t end = message.find(quote, at);
  const auto inside_word = [&] {
    return quote == '`' && std::count(message.begin() + static_cast<std::ptrdiff_t>(at),
                                      message.begin() + static_cast<std::ptrdiff_t>(end), '\'') %
                                   2 ==
                               1;
  };
  while (end != std::string::npos && inside_word()) end = message.find(quote, end + 1);
  return end;
}

}  // namespace

std::string store_hint(const Context& context, const std::optional<std::string>& given) {
  if (!given || trim(*given).empty() || *given == store_address(context, std::nullopt)) return "";
  return " --store " + shell_word(without_password(*given));
}

std::string study_hint(const Context& context, const std::string& study,
                       const std::optional<std::string>& store) {
  return shell_word(study) + store_hint(context, store);
}

std::string with_store(const std::string& message, const Context& context) {
  const CommandInfo program = context.commands();
  const std::string store = store_hint(context, store_in(context.arguments));
  const std::string study = study_in(context.arguments, program);
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = message.find("hone "); at != std::string::npos; at = message.find("hone ", at + 1)) {
    const char quote = at > done ? message[at - 1] : ' ';
    const std::size_t end = end_of_line(message, at, quote);
    if (end == std::string::npos) continue;
    const std::string given = message.substr(at, end - at);
    const std::string line = completed(given, program, study, store);
    if (line == given) continue;
    // A word that is quoted itself would end the quotes around it.
    const std::string mark(1, line.find('\'') != std::string::npos ? '`' : quote);
    out += message.substr(done, at - 1 - done) + mark + line + mark;
    done = end + 1;
    at = end;
  }
  return out + message.substr(done);
}

}  // namespace hone::cli
