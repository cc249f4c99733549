// SPDX-License-Identifier: MIT
#include "hone/analysis/median_pruner.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "hone/analysis/standing.hpp"

namespace hone::analysis {
namespace {

// Nothing without a report for every objective up to the step, and when one of them is not a number.
std::optional<Eigen::RowVectorXd> mean_until(const std::vector<Report>& reports, std::int64_t step,
                                             std::size_t objectives) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(objectives));
  int count = 0;
  for (const Report& report : reports) {
    if (report.step > step) break;
    const auto row = whole_row(report, objectives);
    if (!row) return std::nullopt;
    sum += *row;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

// The best report so far of each objective by itself.
Eigen::RowVectorXd best_of_each(const std::vector<Report>& reports, std::span<const Objective> objectives) {
  Eigen::RowVectorXd best = *whole_row(reports.back(), objectives.size());
  for (const Report& report : reports) {
    const auto row = whole_row(report, objectives.size());
    if (!row) continue;
    for (std::size_t k = 0; k < objectives.size(); ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      if (better(objectives[k], (*row)[column], best[column])) best[column] = (*row)[column];
    }
  }
  return best;
}

// Of an even number of values the mean of the middle two.
double median(Eigen::Ref<Eigen::VectorXd> values) {
  const auto middle = values.begin() + values.size() / 2;
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
                               std::span<const Objective> objectives) const {
  if (running.reports.empty() || !due(running)) return false;
  const Report& last = running.reports.back();
  if (last.size() < objectives.size()) return false;
  std::vector<Eigen::RowVectorXd> means;
  for (const Trial& other : others) {
    if (other.number == running.number || other.state != TrialState::Complete) continue;
    if (auto mean = mean_until(other.reports, last.step, objectives.size()))
      means.push_back(*std::move(mean));
  }
  if (means.empty() || std::ssize(means) < options_.startup_trials) return false;
  if (!last.is_finite()) return true;
  const Eigen::RowVectorXd mine = best_of_each(running.reports, objectives);
  Eigen::MatrixXd theirs = stacked(means, objectives.size());
  if (objectives.size() > 1) return 2 * count_ahead(theirs, mine, objectives) > std::ssize(means);
  return better(objectives[0], median(theirs.col(0)), mine[0]);
}

}  // namespace hone::analysis
