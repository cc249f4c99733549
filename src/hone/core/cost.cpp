// SPDX-License-Identifier: MIT
#include "hone/core/cost.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

std::optional<double> attribute(const Trial& trial, const std::string& name) {
  const auto found = trial.attributes.find(name);
  return found == trial.attributes.end() ? std::nullopt : as_number(found->second);
}

std::optional<double> run_time(const Trial& trial) {
  if (trial.started <= 0 || trial.finished < trial.started) return std::nullopt;
  // Times are stored in milliseconds: what took less than one took about half of it.
  const double last = std::max(static_cast<double>(trial.finished - trial.started), 0.5) / 1000.0;
  return last + attribute(trial, kTimeBefore).value_or(0.0);
}

}  // namespace

std::optional<double> cost_of(const std::string& rule, const Trial& trial) {
  if (!is_finished(trial.state)) return std::nullopt;
  const auto cost = rule == kRunTime ? run_time(trial) : attribute(trial, rule);
  return cost && std::isfinite(*cost) && *cost > 0.0 ? cost : std::nullopt;
}

Attributes left_to_retry(const std::optional<std::string>& rule, const Trial& trial, Timestamp now) {
  if (rule != kRunTime || trial.started <= 0 || now <= trial.started) return {};
  const double before = attribute(trial, kTimeBefore).value_or(0.0);
  return {{kTimeBefore, before + static_cast<double>(now - trial.started) / 1000.0}};
}

double spent_on(const std::string& rule, std::span<const Trial> trials) {
  double sum = 0.0;
  for (const Trial& trial : trials) sum += cost_of(rule, trial).value_or(0.0);
  return sum;
}

}  // namespace hone
