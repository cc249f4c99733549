// SPDX-License-Identifier: MIT
#include "hone/analysis/repeated_best.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <unordered_map>

namespace hone::analysis {
namespace {

/// Every configuration that was run twice or more, in the order of its first trial, and how the values of all
/// of them spread around their means.
struct AllRepeats {
  std::vector<RepeatedRuns> runs;
  double deviation = 0.0;
  double freedom = 0.0;
};

// Means as offsets from the first value: sums of large values would lose their differences.
double mean_around_first(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

AllRepeats repeats_in(std::span<const Trial> trials) {
  std::unordered_map<Configuration, std::size_t> places;
  std::vector<RepeatedRuns> runs;
  std::vector<std::vector<double>> values;
  for (const Trial& trial : trials) {
    if (!may_be_best(trial)) continue;
    const auto [place, fresh] = places.try_emplace(trial.configuration, runs.size());
    if (fresh) {
      runs.push_back({trial.configuration, {}, 0.0});
      values.emplace_back();
    }
    runs[place->second].trials.push_back(trial.number);
    values[place->second].push_back(trial.values[0]);
  }
  AllRepeats all;
  double squares = 0.0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (values[i].size() < 2) continue;
    runs[i].mean = mean_around_first(values[i]);
    for (const double value : values[i]) squares += (value - runs[i].mean) * (value - runs[i].mean);
    all.freedom += static_cast<double>(values[i].size() - 1);
    all.runs.push_back(std::move(runs[i]));
  }
  if (all.freedom > 0.0) all.deviation = std::sqrt(squares / all.freedom);
  return all;
}

double inverse_count(const RepeatedRuns& runs) { return 1.0 / static_cast<double>(runs.trials.size()); }

double sureness_of(double lead, double error, double freedom) {
  if (!(lead > 0.0)) return 0.5;
  if (!(error > 0.0)) return 1.0;
  return boost::math::cdf(boost::math::students_t(freedom), lead / error);
}

}  // namespace

std::optional<RepeatedBest> repeated_best(std::span<const Trial> trials, const Objective& objective) {
  AllRepeats all = repeats_in(trials);
  if (all.runs.empty()) return std::nullopt;
  std::stable_sort(all.runs.begin(), all.runs.end(), [&](const RepeatedRuns& a, const RepeatedRuns& b) {
    return better(objective, a.mean, b.mean);
  });
  RepeatedBest result{.best = all.runs[0]};
  result.standard_error = all.deviation * std::sqrt(inverse_count(result.best));
  result.margin = boost::math::quantile(boost::math::students_t(all.freedom), 0.975) * result.standard_error;
  if (all.runs.size() < 2) return result;
  result.next = all.runs[1];
  const double error = all.deviation * std::sqrt(inverse_count(result.best) + inverse_count(*result.next));
  result.sureness = sureness_of(std::abs(result.next->mean - result.best.mean), error, all.freedom);
  return result;
}

}  // namespace hone::analysis
