// SPDX-License-Identifier: MIT
#include "hone/runner/substitute.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/placeholder.hpp"

namespace hone::runner {
namespace {

[[noreturn]] void refuse(const std::string& argument, const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidFile, text("command: argument '", argument, "' ", problem), remedy);
}

bool is_option(const std::string& argument) {
  return argument.size() > 1 && argument[0] == '-' && argument != "--" &&
         argument.find_first_of("={") == std::string::npos;
}

std::optional<std::string> fill(const std::vector<ArgumentPiece>& pieces, const Lookup& lookup) {
  std::string filled;
  for (const ArgumentPiece& piece : pieces) {
    if (!piece.is_name) {
      filled += piece.text;
      continue;
    }
    const auto value = lookup(piece.text);
    if (!value) return std::nullopt;
    filled += *value;
  }
  return filled;
}

bool always_exists(const Space& space, std::string_view name) {
  const auto index = space.index_of(name);
  if (!index) return true;
  const Parameter& parameter = space.parameters()[*index];
  return parameter.when.empty() && !parameter.optional;
}

// The name in "{x:.2f}", "{x!r}" and "{ x }", which languages fill in that format texts in this way. A blank
// after the colon is of a dictionary: "{x: 1}".
std::string_view formatted_name(std::string_view inside) {
  const std::size_t end = inside.find_first_of(":!");
  const bool dictionary = end != std::string_view::npos && end + 1 < inside.size() && inside[end + 1] == ' ';
  return dictionary ? std::string_view() : trim(inside.substr(0, end));
}

// Looks through the text that is not replaced for what was probably meant to be.
void check_literal(const std::string& argument, const Space& space) {
  for (const std::string& name : braced_texts(argument)) {
    if (is_placeholder_name(space, name)) continue;
    const std::string_view meant = formatted_name(name);
    if (meant != name && !meant.empty() && is_placeholder_name(space, meant)) {
      refuse(argument, text("holds {", name, "}, which is not filled in"),
             text("write {", meant, "}, which becomes the value with all its digits, or {{", name,
                  "}} for the text itself"));
    }
    if (!looks_like_name(name)) continue;
    refuse(
        argument,
        text("names '", name, "', which is not a parameter", did_you_mean(name, placeholder_names(space))),
        text("use a parameter, {trial}, {workdir} or {seed}, or write {{", name, "}} for the text itself"));
  }
}

// "~", "~/" or "~root/" at the beginning of a path; otherwise empty.
std::string_view home_of(std::string_view value) {
  if (!value.starts_with("~")) return {};
  const std::size_t slash = value.find('/');
  const std::string_view user = value.substr(1, slash == std::string_view::npos ? slash : slash - 1);
  if (!user.empty() && (slash == std::string_view::npos || !looks_like_name(user))) return {};
  return slash == std::string_view::npos ? value : value.substr(0, slash + 1);
}

// What would reach the program as it stands, although whoever wrote it counted on a shell.
void check_unexpanded(const std::string& argument) {
  std::string_view value = argument;  // of --option=value too
  if (value.starts_with("-") && value.find('=') != std::string_view::npos)
    value.remove_prefix(value.find('=') + 1);
  std::string_view found = home_of(value);
  for (const std::string_view variable : {"$HOME", "${HOME}", "$PWD", "${PWD}", "$USER", "${USER}"}) {
    if (value.starts_with(variable)) found = variable;
  }
  if (found.empty()) return;
  refuse(argument, text("holds ", found, ", which only a shell expands"),
         "write the path out, or let a shell run the command: [\"sh\", \"-c\", \"...\"]");
}

void check_program_name(const std::string& program, const Space& space) {
  for (const ArgumentPiece& piece : argument_pieces(program, space)) {
    if (piece.is_name && !always_exists(space, piece.text)) {
      refuse(program, text("names '", piece.text, "', which does not always exist"),
             "name a program that can always be run");
    }
  }
}

}  // namespace

bool is_shell(const std::string& program) {
  static const std::vector<std::string> kShells = {"sh", "bash", "dash", "zsh", "ksh", "fish", "busybox"};
  const std::string name = program.substr(program.rfind('/') + 1);
  return std::find(kShells.begin(), kShells.end(), name) != kShells.end();
}

std::vector<std::string> fill_arguments(const std::vector<std::string>& command, const Space& space,
                                        const Lookup& lookup) {
  std::vector<std::string> arguments;
  bool option_before = false;  // the argument filled last may go with the next one
  for (std::size_t i = 0; i < command.size(); ++i) {
    const auto pieces = argument_pieces(command[i], space);
    auto filled = fill(pieces, lookup);
    const bool kept = filled.has_value();
    if (kept) {
      arguments.push_back(std::move(*filled));
    } else if (pieces.size() == 1 && option_before) {
      arguments.pop_back();
    }
    option_before = kept && i > 0 && is_option(command[i]);
  }
  return arguments;
}

std::vector<ArgumentProblem> argument_problems(const std::vector<std::string>& command, const Space* space) {
  if (command.empty() || command[0].empty()) {
    return {{0, Error(ErrorCode::InvalidFile, "command: there is no program to run",
                      "give a list such as [\"python3\", \"train.py\", \"--x\", \"{x}\"]")}};
  }
  std::vector<ArgumentProblem> problems;
  const bool shell = is_shell(command[0]);
  for (std::size_t i = 0; i < command.size(); ++i) {
    try {
      if (space != nullptr) check_literal(command[i], *space);
      if (i == 0 || !shell) check_unexpanded(command[i]);
      if (i == 0 && space != nullptr) check_program_name(command[0], *space);
    } catch (const Error& error) {
      problems.push_back({i, error});
    }
  }
  return problems;
}

}  // namespace hone::runner
