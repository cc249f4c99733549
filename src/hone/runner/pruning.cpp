// SPDX-License-Identifier: MIT
#include "hone/runner/pruning.hpp"

#include <cstdint>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"

namespace hone::runner {
namespace {

// A pruner may look at all trials for each: a flood must not keep the others waiting.
constexpr std::size_t kMostJudged = 64;

}  // namespace

void require_whole_reports(const Study& study, std::span<const Report> reports, bool prunes) {
  const std::size_t objectives = study.objectives.size();
  for (const Report& report : reports) {
    if (report.size() == objectives || (report.size() == 1 && !prunes)) continue;
    throw Error(ErrorCode::InvalidArgument,
                text("the report of step ", report.step, " has ", counted(report.size(), "value"),
                     ", and the study has ", counted(objectives, "objective")),
                objectives == 1 ? "report a single value"
                : prunes        ? "report `values`, one for each objective: the pruner compares them all"
                                : "report `values`, one for each objective, or the first objective's alone");
  }
}

bool should_prune(const Pruner& pruner, const Trial& trial, std::span<const Report> reports,
                  std::span<const Trial> trials, std::span<const Objective> objectives) {
  std::set<std::int64_t> steps;
  for (const Report& report : reports) steps.insert(report.step);
  if (steps.empty() || trial.reports.empty()) return false;
  // As most come: no copy of a trial that may have reported a hundred thousand times.
  if (*steps.begin() == trial.reports.back().step) return pruner.should_stop(trial, trials, objectives);
  while (steps.size() > kMostJudged) steps.erase(steps.begin());
  Trial so_far = trial;
  so_far.reports.clear();
  for (const Report& report : trial.reports) {
    so_far.reports.push_back(report);
    if (steps.contains(report.step) && pruner.should_stop(so_far, trials, objectives)) return true;
  }
  return false;
}

}  // namespace hone::runner
