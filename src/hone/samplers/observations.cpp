// SPDX-License-Identifier: MIT
#include "hone/samplers/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace hone::samplers {
namespace {

std::optional<double> measured(const Trial& trial) {
  if (trial.state == TrialState::Complete) return trial.values[0];
  const bool reported = trial.state == TrialState::Pruned && !trial.reports.empty();
  if (reported && std::isfinite(trial.reports.back().value)) return trial.reports.back().value;
  return std::nullopt;
}

}  // namespace

Observations observe(std::span<const Trial> history, const Objective& objective) {
  const double sign = objective.direction == Direction::Minimize ? 1.0 : -1.0;
  Observations result;
  double worst = -std::numeric_limits<double>::infinity();
  for (const Trial& trial : history) {
    if (trial.state == TrialState::Complete) ++result.complete;
    if (const auto value = measured(trial)) worst = std::max(worst, sign * *value);
  }
  if (result.complete == 0) return result;
  result.values.resize(static_cast<Eigen::Index>(history.size()));
  for (const Trial& trial : history) {
    const auto value = measured(trial);
    result.values[static_cast<Eigen::Index>(result.configurations.size())] = value ? sign * *value : worst;
    result.configurations.push_back(trial.configuration);
  }
  return result;
}

}  // namespace hone::samplers
