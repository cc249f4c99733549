// SPDX-License-Identifier: MIT
#include "hone/runner/pruning.hpp"

#include <cstdint>
#include <set>

#include "hone/base/error.hpp"

namespace hone::runner {
namespace {

// A pruner may look at all trials for each: a flood must not keep the others waiting.
constexpr std::size_t kMostJudged = 64;

}  // namespace

void require_prunable(const Study& study) {
  if (study.objectives.size() == 1) return;
  throw Error(ErrorCode::InvalidOption, "pruning compares one objective, the study has several",
              "remove the pruner, or tune one objective");
}

bool should_prune(const Pruner& pruner, const Trial& trial, std::span<const Report> reports,
                  std::span<const Trial> trials, const Objective& objective) {
  std::set<std::int64_t> steps;
  for (const Report& report : reports) steps.insert(report.step);
  if (steps.empty() || trial.reports.empty()) return false;
  // As most come: no copy of a trial that may have reported a hundred thousand times.
  if (*steps.begin() == trial.reports.back().step) return pruner.should_stop(trial, trials, objective);
  while (steps.size() > kMostJudged) steps.erase(steps.begin());
  Trial so_far = trial;
  so_far.reports.clear();
  for (const Report& report : trial.reports) {
    so_far.reports.push_back(report);
    if (steps.contains(report.step) && pruner.should_stop(so_far, trials, objective)) return true;
  }
  return false;
}

}  // namespace hone::runner
