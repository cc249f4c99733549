// SPDX-License-Identifier: MIT
#include "hone/charts/slice_charts.hpp"

#include <algorithm>
#include <cmath>

#include "hone/charts/beyond.hpp"
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

/// How many of the values of a choice lie behind each end of the axis, as arrows.
struct BoxArrows {
  plot::Dots up{.x = {}, .y = {}, .radius = 4.5, .marker = plot::Marker::Up};
  plot::Dots down{.x = {}, .y = {}, .radius = 4.5, .marker = plot::Marker::Down};

  /// Takes the outliers behind the ends out of the box, as the arrows count them. Whether something of the
  /// box is left to see.
  bool cut(const plot::Axis& axis, double place, const std::vector<double>& results, plot::BoxSummary& box) {
    const auto above = [&](double value) { return axis.high && value > *axis.high; };
    const auto below = [&](double value) { return axis.low && value < *axis.low; };
    const auto [least, most] = std::minmax_element(results.begin(), results.end());
    put(up, place, *most, std::count_if(results.begin(), results.end(), above));
    put(down, place, *least, std::count_if(results.begin(), results.end(), below));
    std::erase_if(box.outliers, [&](double value) { return above(value) || below(value); });
    return !above(box.whisker_low) && !below(box.whisker_high);
  }

 private:
  static void put(plot::Dots& arrows, double place, double furthest, std::ptrdiff_t count) {
    if (count == 0) return;
    arrows.x.push_back(place);
    arrows.y.push_back(furthest);
    arrows.counts.push_back(count);
  }
};

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
  BoxArrows arrows;
  for (std::size_t choice = 0; choice < count; ++choice) {
    const auto place = static_cast<double>(choice);
    if (by_choice[choice].size() >= kLeastForBox) {
      std::vector<double> results;
      for (const Trial* trial : by_choice[choice]) results.push_back(trial->values[values.objective]);
      plot::BoxSummary box = plot::summarize(results);
      const bool seen = arrows.cut(values.axis, place, results, box);
      if (!seen && box.outliers.empty()) continue;
      boxes.position.push_back(place);
      boxes.boxes.push_back(std::move(box));
    } else {
      for (const Trial* trial : by_choice[choice]) put(few, *trial, place, trial->values[values.objective]);
    }
  }
  std::vector<plot::Series> series;
  if (!boxes.position.empty()) series.push_back({.marks = std::move(boxes), .colour = 0});
  if (!few.x.empty()) series.push_back({.name = "trial", .marks = std::move(few), .colour = 0});
  for (plot::Dots* of : {&arrows.up, &arrows.down})
    if (!of->x.empty()) series.push_back({.marks = std::move(*of), .colour = 0});
  return series;
}

/// Trials that were stopped or failed, and the best: each a mark of its own.
void add_special(plot::Chart& chart, const Study& study, std::size_t index, const Values& values,
                 std::span<const Trial> trials, const std::vector<const Trial*>& best) {
  const Parameter& parameter = study.space.parameters()[index];
  SpecialMarks ends;
  for (const Trial& trial : trials) {
    const double place = place_of(parameter, trial.configuration[index]);
    if (trial.state == TrialState::Pruned)
      put(ends.pruned, trial, place,
          pruned_value(trial, study.objectives[values.objective], values.objective, values.edge));
    if (ended_badly(trial.state)) put(ends.failed, trial, place, values.edge);
    if (!feasible(trial)) put(ends.infeasible, trial, place, trial.values[values.objective]);
  }
  plot::Dots stars{.x = {}, .y = {}, .radius = 5.0, .marker = plot::Marker::Star, .halo = true};
  for (const Trial* trial : best)
    put(stars, *trial, place_of(parameter, trial->configuration[index]), trial->values[values.objective]);
  ends.add_to(chart);
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
    Values values{k, value_axis(study.objectives[k], all, options.view), 0.0};
    values.edge = bad_edge(study.objectives[k], all, values.axis);
    for (const std::size_t index : chosen) {
      const Parameter& parameter = study.space.parameters()[index];
      plot::Chart chart{.x = declared_axis(parameter, 0.03), .y = values.axis};
      chart.series = is_numeric(parameter.domain) ? point_series(parameter, index, values, trials)
                                                  : choice_series(parameter, index, values, trials);
      add_special(chart, study, index, values, trials, best);
      mark_beyond(chart);
      charts.push_back(std::move(chart));
    }
  }
  return charts;
}

}  // namespace hone::charts
