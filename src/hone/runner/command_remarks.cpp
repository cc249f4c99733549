// SPDX-License-Identifier: MIT
#include "hone/runner/command_remarks.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "hone/base/regular_expression.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/core/parameter_variable.hpp"
#include "hone/runner/output_text.hpp"
#include "hone/runner/substitute.hpp"

namespace hone::runner {
namespace {

/// The parameters that the arguments have placeholders for.
std::set<std::string> placed_parameters(const Study& study) {
  std::set<std::string> placed;
  fill_arguments(study.plan.command, study.space, [&](std::string_view name) -> std::optional<std::string> {
    if (study.space.index_of(name)) placed.emplace(name);
    return "";
  });
  return placed;
}

/// Whether an argument speaks of the parameter's variable, or of the file that has all settings, as the text
/// of `sh -c` may.
bool is_mentioned(const std::vector<std::string>& command, const std::string& parameter) {
  const auto variables = parameter_variables(parameter);
  return std::any_of(command.begin(), command.end(), [&](const std::string& argument) {
    return argument.find("HONE_PARAMS_FILE") != std::string::npos ||
           std::any_of(variables.begin(), variables.end(), [&](const std::string& variable) {
             return argument.find(variable) != std::string::npos;
           });
  });
}

/// Whether it only decides which of the others exist: these vanish from the command with it.
bool decides_for_others(const Space& space, const std::string& parameter) {
  return std::any_of(space.parameters().begin(), space.parameters().end(), [&](const Parameter& other) {
    return std::any_of(other.when.begin(), other.when.end(),
                       [&](const Condition& condition) { return condition.parent == parameter; });
  });
}

/// The first argument that is a text file, and its text: mostly the script that an interpreter runs.
std::optional<std::pair<std::string, std::string>> script_of(const Plan& plan) {
  constexpr std::size_t kLargestScript = std::size_t{1} << 20;
  for (const std::string& argument : plan.command) {
    const auto path = std::filesystem::path(plan.directory) / argument;
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed) || failed) continue;
    const Tail script = read_tail(path.string(), kLargestScript);
    const bool whole = script.size <= static_cast<std::int64_t>(kLargestScript);
    if (script.problem.empty() && whole && script.text.find('\0') == std::string::npos)
      return std::pair(argument, script.text);
  }
  return std::nullopt;
}

/// For a command without placeholders, whose program must look for its settings itself.
std::string unread_remark(const Study& study) {
  const auto script = script_of(study.plan);
  if (!script || script->second.find("HONE_") != std::string::npos ||
      script->second.find("hone") != std::string::npos)
    return "";
  std::vector<std::string> missing;
  for (const Parameter& parameter : study.space.parameters()) {
    if (!std::holds_alternative<Constant>(parameter.domain) &&
        !is_mentioned(study.plan.command, parameter.name) &&
        script->second.find(parameter.name) == std::string::npos)
      missing.push_back(parameter.name);
  }
  if (missing.empty()) return "";
  return text("no argument uses ", join(missing, ", "), ", and '", script->first,
              "' does not name HONE_PARAM variables or HONE_PARAMS_FILE: give the value as an argument, {",
              missing[0], "}, or read ", parameter_variables(missing[0])[1]);
}

std::string unplaced_remark(const Study& study) {
  const std::set<std::string> placed = placed_parameters(study);
  if (placed.empty()) return unread_remark(study);
  std::vector<std::string> missing;
  std::vector<std::string> variables;
  for (const Parameter& parameter : study.space.parameters()) {
    if (placed.contains(parameter.name) || std::holds_alternative<Constant>(parameter.domain) ||
        is_mentioned(study.plan.command, parameter.name) || decides_for_others(study.space, parameter.name))
      continue;
    missing.push_back("{" + parameter.name + "}");
    variables.push_back(parameter_variables(parameter.name)[1]);
  }
  if (missing.empty()) return "";
  const bool one = missing.size() == 1;
  return text("the command has {", *placed.begin(), "} but not ", join(missing, ", "),
              ": unless the program reads ", join(variables, ", "), " or HONE_PARAMS_FILE, ",
              one ? "that parameter is" : "those parameters are", " tuned for nothing");
}

/// "$DATA/x", "$(nproc)", "`date`" or "data/*.csv", which a shell would replace.
bool wants_expansion(const std::string& argument) {
  static const RegularExpression kExpansion(R"(\$[A-Za-z_(]|`[^`]+`|^[\w./-]*\*[\w.-]*\.\w+$)");
  // What has blanks is a program itself, mostly, of perl or awk.
  return argument.find_first_of(" \t\n") == std::string::npos && kExpansion.last_match(argument).has_value();
}

std::string dollar_remark(const Study& study) {
  for (const std::string& argument : study.plan.command) {
    for (const Parameter& parameter : study.space.parameters()) {
      if (argument.find("${" + parameter.name + "}") == std::string::npos) continue;
      return text("in '", argument, "' the $ stays in front of the value; write {", parameter.name,
                  "} without it");
    }
  }
  return "";
}

std::string operator_remark(const std::vector<std::string>& command) {
  if (is_shell(command[0])) return "";
  static const std::set<std::string> kOperators = {"|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1"};
  for (std::size_t i = 1; i < command.size(); ++i) {
    // After an option it is that option's value, as in  cut -d '|'.
    if (command[i - 1] == "-e" || command[i - 1] == "-c" || command[i - 1] == "-E") continue;  // code
    const bool option_value = command[i - 1].starts_with('-') && command[i].find('$') == std::string::npos;
    if (option_value || (!kOperators.contains(command[i]) && !wants_expansion(command[i]))) continue;
    return text("the program is given '", command[i],
                "' as an argument, since no shell runs the command; if a shell should, write command: ",
                as_command_list(join(command, " ")));
  }
  return "";
}

}  // namespace

std::vector<std::string> command_remarks(const Study& study) {
  if (study.plan.command.empty() || study.plan.mode == RunMode::Worker) return {};
  std::vector<std::string> remarks = {unplaced_remark(study), operator_remark(study.plan.command),
                                      dollar_remark(study)};
  std::erase(remarks, "");
  return remarks;
}

}  // namespace hone::runner
