// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hone::cli {

struct Context;

/// What one option or argument is, for help and completion.
struct OptionInfo {
  std::vector<std::string> names;  ///< "--trials", "-n"; one bare name for an argument
  std::string placeholder;         ///< "N", "FILE"; empty for a flag
  std::string help;
  std::vector<std::string> choices;
  bool positional = false;
  bool required = false;
  bool many = false;  ///< of an argument: takes all that follow
};

/// What one command is, for help and completion: read from the tree of CLI11.
struct CommandInfo {
  std::string name;
  std::string path;  ///< "hone db backup"
  std::string summary;
  std::string detail;
  std::string group;
  std::vector<std::string> examples;  ///< "command line  # what it does"
  std::vector<OptionInfo> options;
  std::vector<CommandInfo> commands;
  std::vector<std::string> everyday;  ///< those of its commands that a short help lists; empty for all
};

class CommandLine;

/// Describes one command. A thin face over CLI11, whose header is heavy and is read in command_line.cpp only.
/// The targets must outlive the parsing; a command keeps them in the struct that its action holds.
class Command {
 public:
  using Action = std::function<int(Context&)>;

  /// A required or optional argument by position.
  Command& argument(const std::string& name, std::string& target, const std::string& help);
  Command& argument(const std::string& name, std::optional<std::string>& target, const std::string& help);
  Command& arguments(const std::string& name, std::vector<std::string>& target, const std::string& help);

  /// "--trials,-n" with a value. Numbers are read strictly; `N` in [low, high] where bounds are given.
  Command& option(const std::string& names, std::optional<std::string>& target,
                  const std::string& placeholder, const std::string& help);
  Command& option(const std::string& names, std::optional<std::int64_t>& target,
                  const std::string& placeholder, const std::string& help, std::int64_t low = INT64_MIN,
                  std::int64_t high = INT64_MAX);
  Command& option(const std::string& names, std::optional<double>& target, const std::string& placeholder,
                  const std::string& help);
  /// May be given several times.
  Command& list(const std::string& names, std::vector<std::string>& target, const std::string& placeholder,
                const std::string& help);
  /// One of a few words.
  Command& choice(const std::string& names, std::optional<std::string>& target,
                  std::vector<std::string> words, const std::string& help);
  Command& flag(const std::string& names, bool& target, const std::string& help);

  Command& detail(const std::string& text);
  /// The heading that lists it; an empty one leaves it out of the help of the command above it.
  Command& group(const std::string& name);
  /// The commands that are enough for most days: a short help lists no others.
  Command& everyday(std::vector<std::string> names);
  Command& example(const std::string& line, const std::string& meaning);
  Command& action(Action action);
  Command subcommand(const std::string& name, const std::string& summary);

 private:
  friend class CommandLine;
  Command(CommandLine& line, CLI::App& app) : line_(&line), app_(&app) {}
  CommandLine* line_;
  CLI::App* app_;
};

/// The tree of all commands.
class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& summary);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command root();
  CommandInfo describe() const;

  /// What the arguments ask for: help of a command (its description), or an action to run.
  struct Parsed {
    std::optional<CommandInfo> help;  ///< without what only `--all` or `--help-all` shows, unless given
    Command::Action action;
  };
  /// Reads the arguments (without the program's name) into the targets. Throws UsageError.
  Parsed parse(const std::vector<std::string>& arguments);

 private:
  friend class Command;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone::cli
