// SPDX-License-Identifier: MIT
#include "hone/charts/study_charts.hpp"

#include <algorithm>
#include <map>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/stage_marks.hpp"
#include "hone/core/noted.hpp"

namespace hone::charts {
namespace {

using plot::Axis;
using plot::AxisScale;
using plot::Chart;

std::vector<double> complete_values(std::span<const Trial> trials, std::size_t objective) {
  std::vector<double> values;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) values.push_back(trial.values[objective]);
  }
  return values;
}

/// The axis of an objective, without the far worst values, which would press all others into a line.
Axis value_axis(const Objective& objective, const std::vector<double>& values, bool log) {
  Axis axis{.label = objective.name};
  const bool positive = std::all_of(values.begin(), values.end(), [](double v) { return v > 0.0; });
  if (log && positive) {
    axis.scale = AxisScale::Log;
    return axis;
  }
  const bool larger = objective.direction == Direction::Maximize;
  const auto focus = plot::focus_range(values, larger);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (!focus || (focus->first <= *least && focus->second >= *most)) return axis;
  const double margin = 0.04 * (focus->second - focus->first);
  axis.low = focus->first - (larger ? 0.0 : margin);
  axis.high = focus->second + (larger ? margin : 0.0);
  return axis;
}

plot::Line best_so_far(const Objective& objective, std::span<const Trial> trials, std::size_t index) {
  plot::Line line{{}, {}, true};
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete) continue;
    const double value = trial.values[index];
    const bool improved = line.y.empty() || better(objective, value, line.y.back());
    line.x.push_back(static_cast<double>(trial.number));
    line.y.push_back(improved ? value : line.y.back());
  }
  return line;
}

bool ended_badly(TrialState state) {
  return state == TrialState::Failed || state == TrialState::TimedOut || state == TrialState::Infeasible;
}

Chart history_chart(const Study& study, std::span<const Trial> trials, std::size_t index, bool log) {
  const Objective& objective = study.objectives[index];
  const std::vector<double> values = complete_values(trials, index);
  Chart chart{.x = {.label = "trial", .whole = true}, .y = value_axis(objective, values, log)};
  plot::Points points;
  plot::Points failed;
  // Failures have no value; they stand at the bad edge.
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const bool larger = objective.direction == Direction::Maximize;
  const double edge = values.empty() ? 0.0
                      : larger       ? chart.y.low.value_or(*least)
                                     : chart.y.high.value_or(*most);
  for (const Trial& trial : trials) {
    const auto number = static_cast<double>(trial.number);
    if (trial.state == TrialState::Complete) {
      points.x.push_back(number);
      points.y.push_back(trial.values[index]);
    } else if (ended_badly(trial.state)) {
      failed.x.push_back(number);
      failed.y.push_back(edge);
    }
  }
  chart.series.push_back({.name = "trial", .marks = std::move(points), .colour = plot::kGrey});
  chart.series.push_back(
      {.name = "best so far", .marks = best_so_far(objective, trials, index), .colour = 0});
  if (!failed.x.empty()) chart.series.push_back({.name = "failed", .marks = std::move(failed), .colour = 1});
  chart.sections = stage_sections(trials);
  return chart;
}

AxisScale scale_of(const Domain& domain) {
  const RealRange* real = std::get_if<RealRange>(&domain);
  const IntRange* whole = std::get_if<IntRange>(&domain);
  const bool log =
      (real != nullptr && real->scale() == Scale::Log) || (whole != nullptr && whole->scale() == Scale::Log);
  return log ? AxisScale::Log : AxisScale::Linear;
}

bool is_numeric(const Domain& domain) {
  return std::holds_alternative<RealRange>(domain) || std::holds_alternative<IntRange>(domain);
}

/// Values of one parameter with the objective's, as points.
void add_points(Chart& chart, std::size_t index, std::span<const Trial> trials) {
  const auto add = [index](plot::Points& points, const Trial& trial) {
    if (!trial.configuration[index]) return;
    points.x.push_back(as_number(*trial.configuration[index]).value_or(0.0));
    points.y.push_back(trial.values[0]);
  };
  if (any_stage(trials)) {
    chart.series = series_by_stage(trials, add);
    return;
  }
  plot::Points points;
  const double last = trials.empty() ? 1.0 : std::max(1.0, static_cast<double>(trials.back().number));
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete || !trial.configuration[index]) continue;
    add(points, trial);
    points.shade.push_back(static_cast<double>(trial.number) / last);
  }
  chart.series.push_back({.marks = std::move(points), .colour = 0});
}

/// One box for each choice that was tried.
void add_boxes(Chart& chart, const Parameter& parameter, std::size_t index, std::span<const Trial> trials) {
  const auto count = value_count(parameter.domain).value_or(0);
  plot::Boxes boxes;
  for (std::int64_t choice = 0; choice < count; ++choice) {
    const Value value = value_at(parameter.domain, choice);
    std::vector<double> values;
    for (const Trial& trial : trials) {
      const bool has = trial.state == TrialState::Complete && trial.configuration[index] &&
                       same_value(*trial.configuration[index], value);
      if (has) values.push_back(trial.values[0]);
    }
    boxes.position.push_back(static_cast<double>(choice));
    boxes.boxes.push_back(plot::summarize(values));
  }
  chart.series.push_back({.marks = std::move(boxes), .colour = 0});
}

std::vector<std::size_t> chosen_parameters(const Space& space, const std::vector<std::string>& names) {
  std::vector<std::size_t> chosen;
  for (const std::string& name : names) {
    const auto index = space.index_of(name);
    if (!index) {
      throw Error(ErrorCode::NotFound,
                  text("there is no parameter '", name, "'", did_you_mean(name, *space.names())),
                  "name one of " + join(*space.names(), ", "));
    }
    chosen.push_back(*index);
  }
  if (!names.empty()) return chosen;
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (value_count(space.parameters()[i].domain).value_or(2) > 1) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace

Axis axis_of(const Parameter& parameter) {
  const std::string unit = parameter.unit.empty() ? "" : " (" + parameter.unit + ")";
  Axis axis{.label = parameter.name + unit,
            .scale = scale_of(parameter.domain),
            .whole = std::holds_alternative<IntRange>(parameter.domain)};
  if (is_numeric(parameter.domain)) return axis;
  const auto count = value_count(parameter.domain).value_or(0);
  for (std::int64_t choice = 0; choice < count; ++choice)
    axis.categories.push_back(to_text(value_at(parameter.domain, choice)));
  return axis;
}

std::vector<Chart> history_charts(const Study& study, std::span<const Trial> trials, bool log) {
  std::vector<Chart> charts;
  for (std::size_t i = 0; i < study.objectives.size(); ++i)
    charts.push_back(history_chart(study, trials, i, log));
  return charts;
}

std::vector<Chart> slice_charts(const Study& study, std::span<const Trial> trials,
                                const std::vector<std::string>& names, bool log) {
  std::vector<Chart> charts;
  const Axis axis = value_axis(study.objectives[0], complete_values(trials, 0), log);
  for (const std::size_t index : chosen_parameters(study.space, names)) {
    const Parameter& parameter = study.space.parameters()[index];
    Chart chart{.x = axis_of(parameter), .y = axis};
    if (is_numeric(parameter.domain)) {
      add_points(chart, index, trials);
    } else {
      add_boxes(chart, parameter, index, trials);
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

std::vector<Chart> front_charts(const Study& study, std::span<const Trial> trials) {
  if (study.objectives.size() != 2) return {};
  plot::Points all;
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete) continue;
    all.x.push_back(trial.values[0]);
    all.y.push_back(trial.values[1]);
  }
  plot::Points front;
  for (const Trial* trial : pareto_trials(trials, study.objectives)) {
    front.x.push_back(trial->values[0]);
    front.y.push_back(trial->values[1]);
  }
  Chart chart{.x = {.label = study.objectives[0].name}, .y = {.label = study.objectives[1].name}};
  chart.series.push_back({.name = "trial", .marks = std::move(all), .colour = plot::kGrey});
  chart.series.push_back({.name = "not beaten", .marks = std::move(front), .colour = 0});
  return {chart};
}

std::string study_caption(const Study& study, std::span<const Trial> trials) {
  std::string out = counted(static_cast<std::int64_t>(trials.size()), "trial");
  if (study.objectives.size() == 1) {
    if (const Trial* best = best_trial(trials, study.objectives[0])) {
      out += text(", best ", study.objectives[0].name, " ", short_number(best->values[0]), " (trial ",
                  best->number, ")");
    }
  }
  return out;
}

}  // namespace hone::charts
