// SPDX-License-Identifier: MIT
#include "hone/analysis/median_pruner.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace hone::analysis {
namespace {

double best_report(const std::vector<Report>& reports, const Objective& objective) {
  const auto worse = [&](const Report& a, const Report& b) { return better(objective, a.value, b.value); };
  return std::min_element(reports.begin(), reports.end(), worse)->value;
}

std::optional<double> mean_until(const std::vector<Report>& reports, std::int64_t step) {
  double sum = 0.0;
  int count = 0;
  for (const Report& report : reports) {
    if (report.step > step) break;
    sum += report.value;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

// Of an even number of values the mean of the middle two.
double median(std::vector<double>& values) {
  const std::size_t half = values.size() / 2;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(half);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2.0;
}

}  // namespace

void MedianOptions::declare(OptionReader& option) {
  constexpr std::int64_t kMost = 1'000'000'000;
  option
      .integer("startup_trials", startup_trials, 1, kMost,
               "complete trials with reports that there must be before any trial is stopped")
      .in("trials");
  option
      .integer("warmup_steps", warmup_steps, 0, kMost,
               "a trial is left alone as long as its step is below this")
      .in("steps");
  option.integer("interval", interval, 1, kMost, "a trial is looked at once in so many steps").in("steps");
}

// Several reports may fall into one interval and none on its first step, so the first of each interval
// counts.
bool MedianPruner::due(const Trial& running) const {
  const auto& reports = running.reports;
  const std::int64_t step = reports.back().step;
  if (step < options_.warmup_steps) return false;
  if (reports.size() == 1) return true;
  const std::int64_t before = reports[reports.size() - 2].step;
  if (before < options_.warmup_steps) return true;
  const auto interval = [&](std::int64_t at) { return (at - options_.warmup_steps) / options_.interval; };
  return interval(step) != interval(before);
}

bool MedianPruner::should_stop(const Trial& running, std::span<const Trial> others,
                               const Objective& objective) const {
  if (running.reports.empty()) return false;
  if (!std::isfinite(running.reports.back().value)) return true;
  if (!due(running)) return false;
  std::vector<double> means;
  for (const Trial& other : others) {
    if (other.number == running.number || other.state != TrialState::Complete) continue;
    const auto mean = mean_until(other.reports, running.reports.back().step);
    if (mean && std::isfinite(*mean)) means.push_back(*mean);
  }
  if (means.empty() || static_cast<std::int64_t>(means.size()) < options_.startup_trials) return false;
  return better(objective, median(means), best_report(running.reports, objective));
}

}  // namespace hone::analysis
