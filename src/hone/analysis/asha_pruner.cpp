// SPDX-License-Identifier: MIT
#include "hone/analysis/asha_pruner.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include "hone/analysis/standing.hpp"

namespace hone::analysis {
namespace {

const Report* report_at(const std::vector<Report>& reports, std::int64_t rung) {
  const auto first =
      std::lower_bound(reports.begin(), reports.end(), rung,
                       [](const Report& report, std::int64_t step) { return report.step < step; });
  return first == reports.end() ? nullptr : &*first;
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
                             std::span<const Objective> objectives) const {
  if (running.reports.empty()) return false;
  if (!running.reports.back().is_finite()) return true;
  const auto mine = whole_row(running.reports.back(), objectives.size());
  const auto rung = rung_reached(running);
  if (!rung || !mine) return false;
  std::vector<Eigen::RowVectorXd> rows;
  for (const Trial& other : others) {
    if (other.number == running.number || other.state == TrialState::Deleted) continue;
    const Report* report = report_at(other.reports, *rung);
    if (report == nullptr) continue;
    if (auto row = whole_row(*report, objectives.size())) rows.push_back(*std::move(row));
  }
  const std::int64_t ahead = count_ahead(stacked(rows, objectives.size()), *mine, objectives);
  return ahead >= std::max<std::int64_t>(1, (std::ssize(rows) + 1) / options_.reduction_factor);
}

}  // namespace hone::analysis
