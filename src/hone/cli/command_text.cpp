// SPDX-License-Identifier: MIT
#include "hone/cli/command_text.hpp"

#include "hone/base/error.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/core/parameter_variable.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/substitute.hpp"

namespace hone::cli {
namespace {

/// Of a parameter as the trial ran, which the present space may not have any more.
std::optional<Value> setting_of(const Trial& trial, std::string_view name) {
  if (const Value* value = trial.configuration.find(name)) return *value;
  const auto former = trial.former.find(std::string(name));
  return former == trial.former.end() ? std::nullopt : std::optional<Value>(former->second);
}

}  // namespace

std::string trial_command(const Study& study, const Trial& trial) {
  if (study.plan.command.empty()) return "";
  const auto lookup = [&](std::string_view name) -> std::optional<std::string> {
    if (study.space.index_of(name)) {
      const auto value = setting_of(trial, name);
      return value ? std::optional<std::string>(to_text(*value)) : std::nullopt;
    }
    if (name == "trial") return std::to_string(trial.number);
    if (name == "workdir") return ".";
    if (name == "seed") return std::to_string(runner::trial_seed(study.seed, trial.number));
    return std::nullopt;
  };
  const std::string line = shell_line(runner::fill_arguments(study.plan.command, study.space, lookup));
  return study.plan.directory.empty() ? line : "cd " + shell_word(study.plan.directory) + " && " + line;
}

std::string copied_command(const Study& study, const Trial& trial) {
  if (study.plan.command.empty()) {
    throw Error(ErrorCode::InvalidArgument, "the study '" + study.name + "' has no command",
                "'hone best --json' and 'hone best --env' tell the settings");
  }
  if (study.plan.mode == RunMode::Worker) {
    throw Error(ErrorCode::InvalidArgument,
                "the command of the study '" + study.name + "' is a worker, which is sent its settings",
                "'hone best --json' and 'hone best --env' tell them");
  }
  return trial_command(study, trial);
}

bool command_names_parameters(const Study& study) {
  bool named = false;
  const auto lookup = [&](std::string_view name) -> std::optional<std::string> {
    named = named || study.space.index_of(name).has_value();
    return "";
  };
  runner::fill_arguments(study.plan.command, study.space, lookup);
  return named;
}

std::map<std::string, std::string> trial_variables(const Study& study, const Trial& trial) {
  std::map<std::string, std::string> variables = study.plan.environment;
  for (const Parameter& parameter : study.space.parameters()) {
    if (const auto value = setting_of(trial, parameter.name))
      variables[parameter_variables(parameter.name)[1]] = to_text(*value);
  }
  variables["HONE_SEED"] = std::to_string(runner::trial_seed(study.seed, trial.number));
  return variables;
}

}  // namespace hone::cli
