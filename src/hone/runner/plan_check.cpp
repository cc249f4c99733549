// SPDX-License-Identifier: MIT
#include "hone/runner/plan_check.hpp"

#include <algorithm>

#include "hone/core/parameter_variable.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/result.hpp"
#include "hone/runner/stop_rules.hpp"
#include "hone/runner/substitute.hpp"

namespace hone::runner {
namespace {

/// Keeps what a check throws.
class Findings {
 public:
  template <class Check>
  bool look(const char* field, const Check& check, std::optional<std::size_t> argument = {}) {
    try {
      check();
      return true;
    } catch (const Error& error) {
      problems_.push_back({field, error, argument});
      return false;
    }
  }
  void add(PlanProblem problem) { problems_.push_back(std::move(problem)); }

  std::vector<PlanProblem> take() { return std::move(problems_); }

 private:
  std::vector<PlanProblem> problems_;
};

bool is_path(const std::string& program) { return program.find('/') != std::string::npos; }

}  // namespace

std::vector<PlanProblem> plan_problems(const Study& study) {
  const Plan& plan = study.plan;
  Findings found;
  bool named = true;  // what program it is
  for (ArgumentProblem& problem : argument_problems(plan.command, &study.space)) {
    named = named && problem.argument > 0;
    found.add({"command", std::move(problem.error), problem.argument});
  }
  found.look("command", [&] {
    if (plan.mode == RunMode::Worker) {
      worker_command_line(study);  // what differs from trial to trial stands in the requests
    } else {
      check_parameter_variables(study.space);
    }
  });
  const bool placed = found.look("directory", [&] { check_folder(plan.directory); });
  // A path begins in the folder, so without that nothing more can be said about it.
  if (named && (placed || !is_path(plan.command[0])))
    found.look(
        "command", [&] { check_program(study); }, 0);
  found.look("result", [&] { ResultReader(plan.result, study.objectives); });
  found.look("budget", [&] { StopRules(plan.budget, study.objectives, plan.stop); });
  return found.take();
}

void check_runnable(const Study& study) {
  const std::vector<PlanProblem> problems = plan_problems(study);
  if (!problems.empty()) throw problems.front().error;
}

}  // namespace hone::runner
