// SPDX-License-Identifier: MIT
#include "hone/runner/command_remarks.hpp"

#include <algorithm>
#include <set>
#include <variant>

#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/core/parameter_variable.hpp"
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

std::string unplaced_remark(const Study& study) {
  const std::set<std::string> placed = placed_parameters(study);
  if (placed.empty()) return "";  // it reads its environment or the file
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

std::string operator_remark(const std::vector<std::string>& command) {
  static const std::set<std::string> kOperators = {"|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1"};
  for (std::size_t i = 1; i < command.size(); ++i) {
    // After an option it is that option's value, as in  cut -d '|'.
    if (!kOperators.contains(command[i]) || command[i - 1].starts_with('-')) continue;
    return text("the program is given '", command[i],
                "' as an argument, since no shell runs the command; if a shell should, write command: ",
                as_command_list(join(command, " ")));
  }
  return "";
}

}  // namespace

std::vector<std::string> command_remarks(const Study& study) {
  if (study.plan.command.empty() || study.plan.mode == RunMode::Worker) return {};
  std::vector<std::string> remarks = {unplaced_remark(study), operator_remark(study.plan.command)};
  std::erase(remarks, "");
  return remarks;
}

}  // namespace hone::runner
