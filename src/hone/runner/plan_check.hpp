// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/study.hpp"

namespace hone::runner {

/// Something that keeps a study from being run, and the field of the study file that it is about.
struct PlanProblem {
  std::string field;  ///< "command", "directory", "result" or "budget"
  Error error;
  std::optional<std::size_t> argument = {};  ///< of the command: 0 is the program
};

/// All that can be known to be wrong with how a study is run before its first trial: names in the command,
/// two parameters that share a variable, its folder, its program, the rule for its result, limits that do not
/// fit its objectives.
std::vector<PlanProblem> plan_problems(const Study& study);

/// Throws the first of them: Error(InvalidFile, InvalidSpace, InvalidOption or NotFound).
void check_runnable(const Study& study);

}  // namespace hone::runner
