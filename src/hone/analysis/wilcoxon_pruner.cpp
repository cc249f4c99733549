// SPDX-License-Identifier: MIT
#include "hone/analysis/wilcoxon_pruner.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hone/analysis/signed_rank.hpp"
#include "hone/core/aim.hpp"

namespace hone::analysis {
namespace {

const Report* report_of(const Trial& trial, std::int64_t step) {
  const auto found = std::lower_bound(trial.reports.begin(), trial.reports.end(), step,
                                      [](const Report& report, std::int64_t at) { return report.step < at; });
  return found == trial.reports.end() || found->step != step ? nullptr : &*found;
}

/// The best complete trial with reports.
const Trial* best_reporting(std::span<const Trial> trials, const Objective& objective) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (!may_be_best(trial) || trial.reports.empty()) continue;
    if (best == nullptr || better(objective, trial.values[0], best->values[0])) best = &trial;
  }
  return best;
}

}  // namespace

void WilcoxonOptions::declare(OptionReader& option) {
  option.real("p_threshold", p_threshold, 0.0, 1.0,
              "a trial is stopped when it is worse than the best one by a test at this level");
  option.integer("startup_steps", startup_steps, 0, 1'000'000'000, "steps that both must have reported")
      .in("steps");
}

bool WilcoxonPruner::should_stop(const Trial& running, std::span<const Trial> others,
                                 std::span<const Objective> objectives) const {
  if (objectives.size() != 1) return false;
  const Trial* best = best_reporting(others, objectives[0]);
  if (best == nullptr || best->number == running.number) return false;
  std::vector<double> behind;  // by how much the running one is worse
  double sum = 0.0;
  for (const Report& report : running.reports) {
    const Report* theirs = report_of(*best, report.step);
    if (theirs == nullptr) continue;
    const double difference = as_loss(objectives[0], report.value) - as_loss(objectives[0], theirs->value);
    if (!std::isfinite(difference)) continue;
    behind.push_back(difference);
    sum += difference;
  }
  if (std::ssize(behind) < std::max<std::int64_t>(options_.startup_steps, 1) || sum <= 0.0) return false;
  return *signed_rank_p(behind) < options_.p_threshold;
}

}  // namespace hone::analysis
