// SPDX-License-Identifier: MIT
#include "hone/cli/command_text.hpp"

#include "hone/base/error.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/core/parameter_variable.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/substitute.hpp"

namespace hone::cli {

std::string trial_command(const Study& study, const Trial& trial) {
  if (study.plan.command.empty()) return "";
  const auto lookup = [&](std::string_view name) -> std::optional<std::string> {
    if (const Value* value = trial.configuration.find(name)) return to_text(*value);
    if (study.space.index_of(name)) return std::nullopt;
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

std::map<std::string, std::string> trial_variables(const Study& study, const Trial& trial) {
  std::map<std::string, std::string> variables = study.plan.environment;
  for (std::size_t i = 0; i < trial.configuration.size(); ++i) {
    if (trial.configuration[i])
      variables[parameter_variables(trial.configuration.name(i))[1]] = to_text(*trial.configuration[i]);
  }
  variables["HONE_SEED"] = std::to_string(runner::trial_seed(study.seed, trial.number));
  return variables;
}

}  // namespace hone::cli
