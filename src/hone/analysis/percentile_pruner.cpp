// SPDX-License-Identifier: MIT
#include "hone/analysis/percentile_pruner.hpp"

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

// Between the two nearest ranks linearly, from the best at 0: of two values 0.5 is their mean.
double quantile(Eigen::Ref<Eigen::VectorXd> values, double share) {
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<Eigen::Index>(place);
  std::nth_element(values.begin(), values.begin() + below, values.end());
  const double lower = values[below];
  if (below + 1 >= values.size()) return lower;
  const double upper = *std::min_element(values.begin() + below + 1, values.end());
  return lower + (place - static_cast<double>(below)) * (upper - lower);
}

}  // namespace

void MedianOptions::declare(OptionReader& option, const std::string& prefix) {
  constexpr std::int64_t kMost = 1'000'000'000;
  option
      .integer(prefix + "startup_trials", startup_trials, 1, kMost,
               "complete trials with reports that there must be before any trial is stopped")
      .in("trials");
  look.declare(option, prefix);
}

void PercentileOptions::declare(OptionReader& option) {
  option.real("percentile", percentile, 0.0, 100.0, "so many trials in a hundred go on");
  median.declare(option);
}

bool PercentilePruner::should_stop(const Trial& running, std::span<const Trial> others,
                                   std::span<const Objective> objectives) const {
  if (!options_.median.look.due(running.reports)) return false;
  const Report& last = running.reports.back();
  if (last.size() < objectives.size()) return false;
  std::vector<Eigen::RowVectorXd> means;
  for (const Trial& other : others) {
    if (other.number == running.number || other.state != TrialState::Complete) continue;
    if (auto mean = mean_until(other.reports, last.step, objectives.size()))
      means.push_back(*std::move(mean));
  }
  if (means.empty() || std::ssize(means) < options_.median.startup_trials) return false;
  if (!last.is_finite()) return true;
  const double share = options_.percentile / 100.0;
  const Eigen::RowVectorXd mine = best_of_each(running.reports, objectives);
  Eigen::MatrixXd theirs = stacked(means, objectives.size());
  if (objectives.size() > 1)
    return static_cast<double>(count_ahead(theirs, mine, objectives)) >
           share * static_cast<double>(means.size());
  const bool down = objectives[0].direction == Direction::Minimize;
  return better(objectives[0], quantile(theirs.col(0), down ? share : 1.0 - share), mine[0]);
}

}  // namespace hone::analysis
