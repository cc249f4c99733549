// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "hone/core/study.hpp"

// What a study is after, as those who compute with it need it.
namespace hone {

/// A value so that smaller is better, whatever the direction. Doing it again gives the value back.
inline double as_loss(Direction direction, double value) {
  return direction == Direction::Minimize ? value : -value;
}
inline double as_loss(const Objective& objective, double value) {
  return as_loss(objective.direction, value);
}

/// Objective::worst, so that smaller is better.
inline std::optional<double> worst_loss(const Objective& objective) {
  if (!objective.worst) return std::nullopt;
  return as_loss(objective, *objective.worst);
}

/// How a complete trial stands among others in one objective, the smaller the better: feasible trials by
/// value, and behind all of them those that break the study's limits on outcomes, by violation first.
struct OutcomeRank {
  double violation = 0.0;  ///< Trial::violation
  double loss = 0.0;       ///< as_loss()
  friend auto operator<=>(const OutcomeRank&, const OutcomeRank&) = default;
};

/// How many trials the study will have, as far as it says: its horizon, or else its budget.
inline std::optional<std::int64_t> planned_trials(const Study& study) {
  return study.horizon ? study.horizon : study.plan.budget.trials;
}

}  // namespace hone
