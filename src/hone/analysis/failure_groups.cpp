// SPDX-License-Identifier: MIT
#include "hone/analysis/failure_groups.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "hone/core/failure.hpp"

namespace hone::analysis {
namespace {

// What a command had written when its time was up says where it was, not why it failed.
std::string reason_of(const Trial& trial) {
  if (trial.state == TrialState::TimedOut) return std::string(failure_ending(trial.error));
  return failure_in_short(trial.error);
}

std::string kind_of(const Trial& trial) {
  std::string kind = failure_kind(trial.error);
  if (trial.state == TrialState::Failed && trial.error.find('\n') != std::string::npos)
    kind += '\n' + without_numbers(failure_cause(trial.error));
  return kind;
}

}  // namespace

std::vector<FailureGroup> failure_groups(std::span<const Trial> trials) {
  std::map<std::pair<TrialState, std::string>, FailureGroup> groups;
  for (const Trial& trial : trials) {
    if (!is_failure(trial.state)) continue;
    FailureGroup& group = groups[{trial.state, kind_of(trial)}];
    group = {trial.state, reason_of(trial), group.count + 1, trial.number};
  }
  std::vector<FailureGroup> result;
  for (auto& [kind, group] : groups) result.push_back(std::move(group));
  std::sort(result.begin(), result.end(), [](const FailureGroup& a, const FailureGroup& b) {
    return std::tie(b.count, b.last) < std::tie(a.count, a.last);
  });
  return result;
}

}  // namespace hone::analysis
