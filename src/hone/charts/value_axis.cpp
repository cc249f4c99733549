// SPDX-License-Identifier: MIT
#include "hone/charts/value_axis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::charts {
namespace {

plot::AxisScale scale_of(const Domain& domain) {
  const RealRange* real = std::get_if<RealRange>(&domain);
  const IntRange* whole = std::get_if<IntRange>(&domain);
  const bool log =
      (real != nullptr && real->scale() == Scale::Log) || (whole != nullptr && whole->scale() == Scale::Log);
  return log ? plot::AxisScale::Log : plot::AxisScale::Linear;
}

}  // namespace

std::vector<double> complete_values(std::span<const Trial> trials, std::size_t objective) {
  std::vector<double> values;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) values.push_back(trial.values[objective]);
  }
  return values;
}

plot::Axis value_axis(const Objective& objective, const std::vector<double>& values, const ValueView& view) {
  plot::Axis axis{.label = objective.name};
  const bool positive = std::all_of(values.begin(), values.end(), [](double v) { return v > 0.0; });
  if (view.log && positive) {
    axis.scale = plot::AxisScale::Log;
    return axis;
  }
  if (view.all) return axis;
  const bool larger = objective.direction == Direction::Maximize;
  const auto focus = plot::focus_range(values, larger);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (!focus || (focus->first <= *least && focus->second >= *most)) return axis;
  const double margin = 0.04 * (focus->second - focus->first);
  axis.low = focus->first - (larger ? 0.0 : margin);
  axis.high = focus->second + (larger ? margin : 0.0);
  return axis;
}

plot::Axis settled_axis(plot::Axis axis, const std::vector<double>& values) {
  if (values.empty()) return axis;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  axis.low = axis.low.value_or(*least);
  axis.high = axis.high.value_or(*most);
  const plot::Beyond beyond{
      .low = std::count_if(values.begin(), values.end(), [&](double v) { return v < *axis.low; }),
      .high = std::count_if(values.begin(), values.end(), [&](double v) { return v > *axis.high; }),
      .least = *least,
      .most = *most};
  if (beyond.low + beyond.high > 0) axis.beyond = beyond;
  return axis;
}

double bad_edge(const Objective& objective, const std::vector<double>& values, const plot::Axis& axis) {
  if (values.empty()) return 0.0;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return objective.direction == Direction::Maximize ? axis.low.value_or(*least) : axis.high.value_or(*most);
}

double pruned_value(const Trial& trial, const Objective& objective, std::size_t index, double edge) {
  if (index != 0 || trial.reports.empty()) return edge;
  const double last = trial.reports.back().value;
  return better(objective, last, edge) ? last : edge;
}

plot::Axis axis_of(const Parameter& parameter) {
  const std::string unit = parameter.unit.empty() ? "" : " (" + parameter.unit + ")";
  plot::Axis axis{.label = parameter.name + unit,
                  .scale = scale_of(parameter.domain),
                  .whole = std::holds_alternative<IntRange>(parameter.domain)};
  if (is_numeric(parameter.domain)) return axis;
  const auto count = value_count(parameter.domain).value_or(0);
  for (std::int64_t choice = 0; choice < count; ++choice)
    axis.categories.push_back(to_text(value_at(parameter.domain, choice)));
  return axis;
}

plot::Axis declared_axis(const Parameter& parameter, double margin) {
  plot::Axis axis = axis_of(parameter);
  if (!axis.categories.empty()) return axis;
  double low = 0.0;
  double high = 1.0;
  if (const RealRange* real = std::get_if<RealRange>(&parameter.domain)) {
    low = real->low();
    high = real->high();
  } else if (const IntRange* whole = std::get_if<IntRange>(&parameter.domain)) {
    low = static_cast<double>(whole->low());
    high = static_cast<double>(whole->high());
  }
  if (low == high) return axis;  // one value: the axis finds room around it
  if (axis.scale == plot::AxisScale::Log) {
    const double grow = std::pow(high / low, margin);
    axis.low = low / grow;
    axis.high = high * grow;
  } else {
    axis.low = low - margin * (high - low);
    axis.high = high + margin * (high - low);
  }
  return axis;
}

double place_of(const Parameter& parameter, const std::optional<Value>& value) {
  constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
  if (!value) return kNowhere;
  if (is_numeric(parameter.domain)) return as_number(*value).value_or(kNowhere);
  const auto count = value_count(parameter.domain).value_or(0);
  for (std::int64_t choice = 0; choice < count; ++choice) {
    if (same_value(value_at(parameter.domain, choice), *value)) return static_cast<double>(choice);
  }
  return kNowhere;
}

bool is_numeric(const Domain& domain) {
  return std::holds_alternative<RealRange>(domain) || std::holds_alternative<IntRange>(domain);
}

void SpecialMarks::add_to(plot::Chart& chart) {
  const auto add = [&](const char* name, plot::Dots& marks, int colour) {
    if (!marks.x.empty()) chart.series.push_back({.name = name, .marks = std::move(marks), .colour = colour});
  };
  add("infeasible", infeasible, kInfeasibleColour);
  add("pruned", pruned, 4);
  add("failed", failed, 1);
}

bool ended_badly(TrialState state) {
  return state == TrialState::Failed || state == TrialState::TimedOut || state == TrialState::Infeasible;
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

std::vector<const Trial*> best_trials(const Study& study, std::span<const Trial> trials) {
  if (study.objectives.size() > 1) return pareto_trials(trials, study.objectives);
  const Trial* best = best_trial(trials, study.objectives[0]);
  return best == nullptr ? std::vector<const Trial*>{} : std::vector<const Trial*>{best};
}

std::string best_word(const Study& study) { return study.objectives.size() > 1 ? "Pareto-optimal" : "best"; }

}  // namespace hone::charts
