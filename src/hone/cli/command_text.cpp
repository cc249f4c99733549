// SPDX-License-Identifier: MIT
#include "hone/cli/command_text.hpp"

#include "hone/base/shell_text.hpp"
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

}  // namespace hone::cli
