// SPDX-License-Identifier: MIT
#include "hone/analysis/asha_pruner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::analysis {
namespace {

std::optional<double> value_at(const std::vector<Report>& reports, std::int64_t rung) {
  const auto first =
      std::lower_bound(reports.begin(), reports.end(), rung,
                       [](const Report& report, std::int64_t step) { return report.step < step; });
  if (first == reports.end() || !std::isfinite(first->value)) return std::nullopt;
  return first->value;
}

}  // namespace

void AshaOptions::declare(OptionReader& option) {
  constexpr std::int64_t kMost = 1'000'000'000;
  option.integer("min_resource", min_resource, 1, kMost, "step of the first rung").in("steps");
  option.integer("reduction_factor", reduction_factor, 2, kMost,
                 "each rung is so many times as far as the one before, and one in so many trials passes it");
  option.integer("grace", grace, 0, kMost, "rungs below this step stop nobody").in("steps");
}

// The highest rung between the last report and the one before it; a program may report every tenth step only.
std::optional<std::int64_t> AshaPruner::rung_reached(const Trial& running) const {
  const auto& reports = running.reports;
  const std::int64_t now = reports.back().step;
  const std::int64_t before =
      reports.size() > 1 ? reports[reports.size() - 2].step : std::numeric_limits<std::int64_t>::min();
  std::optional<std::int64_t> reached;
  for (std::int64_t rung = options_.min_resource; rung <= now;) {
    if (rung > before && rung >= options_.grace) reached = rung;
    if (rung > std::numeric_limits<std::int64_t>::max() / options_.reduction_factor) break;
    rung *= options_.reduction_factor;
  }
  return reached;
}

bool AshaPruner::should_stop(const Trial& running, std::span<const Trial> others,
                             const Objective& objective) const {
  if (running.reports.empty()) return false;
  const double value = running.reports.back().value;
  if (!std::isfinite(value)) return true;
  const auto rung = rung_reached(running);
  if (!rung) return false;
  std::int64_t reached = 1;
  std::int64_t ahead = 0;
  for (const Trial& other : others) {
    if (other.number == running.number || other.state == TrialState::Deleted) continue;
    const auto theirs = value_at(other.reports, *rung);
    if (!theirs) continue;
    ++reached;
    if (better(objective, *theirs, value)) ++ahead;
  }
  return ahead >= std::max<std::int64_t>(1, reached / options_.reduction_factor);
}

}  // namespace hone::analysis
