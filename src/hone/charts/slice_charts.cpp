// SPDX-License-Identifier: MIT
#include "hone/charts/slice_charts.hpp"

#include <algorithm>
#include <cmath>

#include "hone/charts/stage_marks.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/core/noted.hpp"

namespace hone::charts {
namespace {

// Quartiles of fewer values say less than the values themselves.
constexpr std::size_t kLeastForBox = 5;

/// What all slices of one objective share.
struct Values {
  std::size_t objective = 0;
  plot::Axis axis;
  double edge = 0.0;
};

void put(plot::Dots& points, const Trial& trial, double x, double y) {
  if (!std::isfinite(x)) return;
  points.x.push_back(x);
  points.y.push_back(y);
  points.numbers.push_back(trial.number);
}

/// Complete trials as points, darker the later or coloured by stage.
std::vector<plot::Series> point_series(const Parameter& parameter, std::size_t index, const Values& values,
                                       std::span<const Trial> trials) {
  const auto add = [&](plot::Dots& points, const Trial& trial) {
    put(points, trial, place_of(parameter, trial.configuration[index]), trial.values[values.objective]);
  };
  if (any_stage(trials)) return series_by_stage(trials, add);
  plot::Dots points;
  const double last = trials.empty() ? 1.0 : std::max(1.0, static_cast<double>(trials.back().number));
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete || !feasible(trial)) continue;
    add(points, trial);
    points.shade.resize(points.x.size(), static_cast<double>(trial.number) / last);
  }
  std::vector<plot::Series> series;
  series.push_back({.name = "trial", .marks = std::move(points), .colour = 0});
  return series;
}

/// A box for each choice with values enough; the values themselves for the others.
std::vector<plot::Series> choice_series(const Parameter& parameter, std::size_t index, const Values& values,
                                        std::span<const Trial> trials) {
  const auto count = static_cast<std::size_t>(value_count(parameter.domain).value_or(0));
  std::vector<std::vector<const Trial*>> by_choice(count);
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete || !feasible(trial)) continue;
    const double place = place_of(parameter, trial.configuration[index]);
    if (std::isfinite(place)) by_choice[static_cast<std::size_t>(place)].push_back(&trial);
  }
  plot::Boxes boxes;
  plot::Dots few;
  for (std::size_t choice = 0; choice < count; ++choice) {
    const auto place = static_cast<double>(choice);
    if (by_choice[choice].size() >= kLeastForBox) {
      std::vector<double> results;
      for (const Trial* trial : by_choice[choice]) results.push_back(trial->values[values.objective]);
      boxes.position.push_back(place);
      boxes.boxes.push_back(plot::summarize(results));
    } else {
      for (const Trial* trial : by_choice[choice]) put(few, *trial, place, trial->values[values.objective]);
    }
  }
  std::vector<plot::Series> series;
  if (!boxes.position.empty()) series.push_back({.marks = std::move(boxes), .colour = 0});
  if (!few.x.empty()) series.push_back({.name = "trial", .marks = std::move(few), .colour = 0});
  return series;
}

/// Trials that were stopped or failed, and the best: each a mark of its own.
void add_special(plot::Chart& chart, const Study& study, std::size_t index, const Values& values,
                 std::span<const Trial> trials, const std::vector<const Trial*>& best) {
  const Parameter& parameter = study.space.parameters()[index];
  plot::Dots pruned{.x = {}, .y = {}, .radius = 3.2, .marker = plot::Marker::Triangle};
  plot::Dots failed{.x = {}, .y = {}, .radius = 3.2, .marker = plot::Marker::Cross};
  plot::Dots infeasible = failed;
  for (const Trial& trial : trials) {
    const double place = place_of(parameter, trial.configuration[index]);
    if (trial.state == TrialState::Pruned)
      put(pruned, trial, place,
          pruned_value(trial, study.objectives[values.objective], values.objective, values.edge));
    if (ended_badly(trial.state)) put(failed, trial, place, values.edge);
    if (!feasible(trial)) put(infeasible, trial, place, trial.values[values.objective]);
  }
  plot::Dots stars{.x = {}, .y = {}, .radius = 5.0, .marker = plot::Marker::Star, .halo = true};
  for (const Trial* trial : best)
    put(stars, *trial, place_of(parameter, trial->configuration[index]), trial->values[values.objective]);
  if (!infeasible.x.empty())
    chart.series.push_back(
        {.name = "infeasible", .marks = std::move(infeasible), .colour = kInfeasibleColour});
  if (!pruned.x.empty()) chart.series.push_back({.name = "pruned", .marks = std::move(pruned), .colour = 4});
  if (!failed.x.empty()) chart.series.push_back({.name = "failed", .marks = std::move(failed), .colour = 1});
  if (!stars.x.empty())
    chart.series.push_back({.name = best_word(study), .marks = std::move(stars), .colour = 2});
}

}  // namespace

std::vector<plot::Chart> slice_charts(const Study& study, std::span<const Trial> trials,
                                      const SliceOptions& options) {
  const std::vector<const Trial*> best = best_trials(study, trials);
  const std::vector<std::size_t> chosen = chosen_parameters(study.space, options.parameters);
  std::vector<plot::Chart> charts;
  for (std::size_t k = 0; k < study.objectives.size(); ++k) {
    if (options.objective && *options.objective != k) continue;
    const std::vector<double> all = complete_values(trials, k);
    Values values{k, value_axis(study.objectives[k], all, options.log), 0.0};
    values.edge = bad_edge(study.objectives[k], all, values.axis);
    for (const std::size_t index : chosen) {
      const Parameter& parameter = study.space.parameters()[index];
      plot::Chart chart{.x = declared_axis(parameter, 0.03), .y = values.axis};
      chart.series = is_numeric(parameter.domain) ? point_series(parameter, index, values, trials)
                                                  : choice_series(parameter, index, values, trials);
      add_special(chart, study, index, values, trials, best);
      charts.push_back(std::move(chart));
    }
  }
  return charts;
}

}  // namespace hone::charts
