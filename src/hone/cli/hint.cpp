// SPDX-License-Identifier: MIT
#include "hone/cli/hint.hpp"

#include <algorithm>

#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/core/store_address.hpp"

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

/// Whether a store can be added to "hone db check --repair" and the like. A service has a store of its own,
/// which is not the one that its users name.
bool takes_store(const std::string& line, const CommandInfo& program) {
  const std::vector<std::string> words = split(line, ' ');
  const CommandInfo* command = &program;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto sub = std::find_if(command->commands.begin(), command->commands.end(),
                                  [&](const CommandInfo& one) { return one.name == words[i]; });
    if (sub == command->commands.end()) break;
    command = &*sub;
  }
  if (command->group == "Serve" || std::find(words.begin(), words.end(), "--help") != words.end())
    return false;
  return line.find("--store") == std::string::npos &&
         std::any_of(command->options.begin(), command->options.end(),
                     [](const OptionInfo& option) { return option.names.front() == "--store"; });
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
  const std::string store = store_hint(context, store_in(context.arguments));
  if (store.empty()) return message;
  const CommandInfo program = context.commands();
  // A word that is quoted itself would end the quotes around it.
  const bool quoted = store.find('\'') != std::string::npos;
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = message.find("hone "); at != std::string::npos; at = message.find("hone ", at + 1)) {
    const char quote = at > done ? message[at - 1] : ' ';
    const std::size_t end = end_of_line(message, at, quote);
    if (end == std::string::npos) continue;
    const std::string line = message.substr(at, end - at);
    if (!takes_store(line, program)) continue;
    const std::string mark(1, quoted ? '`' : quote);
    out += message.substr(done, at - 1 - done) + mark + line + store + mark;
    done = end + 1;
    at = end;
  }
  return out + message.substr(done);
}

}  // namespace hone::cli
