// SPDX-License-Identifier: MIT
#include "hone/runner/checked_outcome.hpp"

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"

namespace hone::runner {

storage::Outcome checked(storage::Outcome outcome, std::span<const Objective> objectives) {
  if (outcome.state != TrialState::Complete) {
    outcome.values.clear();
    return outcome;
  }
  if (outcome.values.size() != objectives.size()) {
    throw Error(ErrorCode::InvalidArgument,
                text("trial ", outcome.lease.number, " is told ",
                     counted(static_cast<std::int64_t>(outcome.values.size()), "value"), " for ",
                     counted(static_cast<std::int64_t>(objectives.size()), "objective")),
                "give one value for each objective, in their order");
  }
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    if (std::isfinite(outcome.values[i])) continue;
    outcome.error = text("the value of '", objectives[i].name, "' is ", outcome.values[i],
                         ", which is not a finite number");
    outcome.state = TrialState::Failed;
  }
  if (outcome.state == TrialState::Failed) outcome.values.clear();
  return outcome;
}

}  // namespace hone::runner
