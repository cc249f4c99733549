// SPDX-License-Identifier: MIT
#include "hone/cli/outside_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/context.hpp"

namespace hone::cli {
namespace {

std::filesystem::path own_folder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

[[noreturn]] void say_it_is_missing(const std::string& name) {
  throw Error(ErrorCode::NotFound,
              text("'hone ", name, "' is a program of its own, hone-", name,
                   ", and there is none beside hone nor on the PATH"),
              text("build it with `make ", name, "-program`, or install it with `make install`"));
}

}  // namespace

const std::vector<OutsideCommand>& outside_commands() {
  static const std::vector<OutsideCommand> kCommands = {
      {"bench", "Compare samplers on problems whose optimum is known"}};
  return kCommands;
}

void add_outside_commands(Command& root) {
  for (const OutsideCommand& one : outside_commands()) {
    Command command = root.subcommand(one.name, one.summary);
    command.detail(text("A program of its own, hone-", one.name,
                        ": it has its own help, and is not part of what `make demo` builds."));
    command.action([name = one.name](Context&) -> int { say_it_is_missing(name); });
    command.group("More");
  }
}

std::vector<std::string> hand_over(std::vector<std::string> arguments) {
  const auto& known = outside_commands();
  const auto named = std::find_if(known.begin(), known.end(), [&](const OutsideCommand& one) {
    return !arguments.empty() && one.name == arguments[0];
  });
  if (named == known.end()) return arguments;
  const std::string program = "hone-" + named->name;
  const std::string beside = (own_folder() / program).string();
  std::vector<std::string> words(arguments.begin() + 1, arguments.end());
  std::vector<char*> pointers = {const_cast<char*>(program.c_str())};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(beside.c_str(), pointers.data());
  ::execvp(program.c_str(), pointers.data());
  arguments.resize(1);  // neither is there, or can be run: the command in the table says what to do
  return arguments;
}

}  // namespace hone::cli
