// SPDX-License-Identifier: MIT
#include "hone/runner/stop_rules.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/failure.hpp"

namespace hone::runner {

std::string_view to_text(StopReason reason) {
  switch (reason) {
    case StopReason::Trials:
      return "trials";
    case StopReason::Time:
      return "time";
    case StopReason::Target:
      return "target";
    case StopReason::Cost:
      return "cost";
    case StopReason::Gain:
      return "gain";
    case StopReason::Patience:
      return "patience";
    case StopReason::Failures:
      return "failures";
    case StopReason::GaveUp:
      return "gave_up";
    case StopReason::Exhausted:
      return "exhausted";
    case StopReason::Interrupted:
      return "interrupted";
    case StopReason::Terminated:
      return "terminated";
    case StopReason::Redefined:
      return "redefined";
    case StopReason::Stopped:
      return "stopped";
  }
  return "unknown";
}

StopRules::StopRules(const Budget& budget, std::span<const Objective> objectives, const StopPlan& stop)
    : budget_(budget), gains_(stop), objective_(objectives.front()) {
  if (objectives.size() == 1) return;
  if (budget.target || budget.patience) {
    throw Error(ErrorCode::InvalidOption,
                "target and patience need a best trial, which a study of several objectives lacks",
                "limit the trials or the time instead");
  }
  if (stop.gain) {
    throw Error(ErrorCode::InvalidOption,
                "a least gain is told in units of one objective, and this study has several",
                "limit the trials, the time or the cost instead");
  }
}

void StopRules::begin(std::span<const Trial> history, std::int64_t space) {
  std::vector<const Trial*> ended;
  for (const Trial& trial : history) {
    if (is_evidence(trial.state)) ended.push_back(&trial);
  }
  std::sort(ended.begin(), ended.end(), [](const Trial* a, const Trial* b) {
    return std::tie(a->finished, a->number) < std::tie(b->finished, b->number);
  });
  best_.reset();
  since_best_ = 0;
  works_ = false;
  gains_.forget();
  for (const Trial* trial : ended) {
    improve(*trial);
    if (trial->version < space) {
      since_best_ = 0;
      gains_.forget();
    }
  }
}

void StopRules::finished(const Trial& trial) {
  if (!fits(trial) && trial.started == 0) return;  // it waited and was left out: nothing was tried
  improve(trial);
  if (!is_failure(trial.state)) return;
  ++failures_;
  alike_ = alike_ > 0 && fail_alike(last_failure_, trial) ? alike_ + 1 : 1;
  last_failure_ = trial;
}

void StopRules::improve(const Trial& trial) {
  gains_.note(trial);
  ++since_best_;
  works_ = works_ || !is_failure(trial.state);
  if (!may_be_best(trial)) return;
  if (best_ && !better(objective_, trial.values[0], *best_)) return;
  best_ = trial.values[0];
  since_best_ = 0;
}

std::optional<StopReason> StopRules::verdict(double seconds) const {
  if (budget_.target && best_ && !better(objective_, *budget_.target, *best_)) return StopReason::Target;
  if (budget_.patience && since_best_ >= *budget_.patience) return StopReason::Patience;
  if (gains_.met()) return StopReason::Gain;
  if (budget_.give_up_after > 0 && !works_ && alike_ >= budget_.give_up_after) return StopReason::GaveUp;
  if (budget_.max_failures && failures_ >= *budget_.max_failures) return StopReason::Failures;
  if (budget_.time && seconds >= *budget_.time) return StopReason::Time;
  return std::nullopt;
}

}  // namespace hone::runner
