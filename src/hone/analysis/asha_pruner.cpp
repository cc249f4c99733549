// SPDX-License-Identifier: MIT
#include "hone/analysis/asha_pruner.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
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

// The highest rung between the last report and the one before it; a program may report every tenth step only.
std::optional<std::int64_t> rung_reached(const Rungs& rungs, const std::vector<Report>& reports) {
  const std::int64_t now = reports.back().step;
  const std::int64_t before =
      reports.size() > 1 ? reports[reports.size() - 2].step : std::numeric_limits<std::int64_t>::min();
  std::optional<std::int64_t> reached;
  for (std::int64_t rung = rungs.first; rung <= now && rung < rungs.end;) {
    if (rung > before && rung >= rungs.grace) reached = rung;
    if (rung > std::numeric_limits<std::int64_t>::max() / rungs.factor) break;
    rung *= rungs.factor;
  }
  return reached;
}

}  // namespace

void AshaOptions::declare(OptionReader& option, const std::string& prefix) {
  constexpr std::int64_t kMost = 1'000'000'000;
  option.integer(prefix + "min_resource", min_resource, 1, kMost, "step of the first rung").in("steps");
  option.integer(prefix + "reduction_factor", reduction_factor, 2, kMost,
                 "each rung is so many times as far as the one before, and one in so many trials passes it");
  option.integer(prefix + "grace", grace, 0, kMost, "rungs below this step stop nobody").in("steps");
}

bool halving_stops(const Rungs& rungs, const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives, const std::function<bool(const Trial&)>& counts) {
  if (running.reports.empty()) return false;
  if (!running.reports.back().is_finite()) return true;
  const auto mine = whole_row(running.reports.back(), objectives.size());
  const auto rung = rung_reached(rungs, running.reports);
  if (!rung || !mine) return false;
  std::vector<Eigen::RowVectorXd> rows;
  for (const Trial& other : others) {
    if (other.number == running.number || other.state == TrialState::Deleted || !counts(other)) continue;
    const Report* report = report_at(other.reports, *rung);
    if (report == nullptr) continue;
    if (auto row = whole_row(*report, objectives.size())) rows.push_back(*std::move(row));
  }
  const std::int64_t ahead = count_ahead(stacked(rows, objectives.size()), *mine, objectives);
  return ahead >= std::max<std::int64_t>(1, (std::ssize(rows) + 1) / rungs.factor);
}

bool AshaPruner::should_stop(const Trial& running, std::span<const Trial> others,
                             std::span<const Objective> objectives) const {
  const Rungs rungs{
      .first = options_.min_resource, .factor = options_.reduction_factor, .grace = options_.grace};
  return halving_stops(rungs, running, others, objectives, [](const Trial&) { return true; });
}

}  // namespace hone::analysis
