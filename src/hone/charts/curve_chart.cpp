// SPDX-License-Identifier: MIT
#include "hone/charts/curve_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/text.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/parallel_chart.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

constexpr std::size_t kMostSteps = 200;

/// Adds a curve to a line that holds several, with a gap between them.
void add_curve(plot::Line& line, const Trial& trial) {
  const std::vector<Report>& reports = trial.reports;
  const std::size_t stride = (reports.size() + kMostSteps - 1) / kMostSteps;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (i % stride != 0 && i + 1 != reports.size()) continue;
    line.x.push_back(static_cast<double>(reports[i].step));
    line.y.push_back(reports[i].value);
    line.numbers.push_back(trial.number);
  }
  line.x.push_back(std::numeric_limits<double>::quiet_NaN());
  line.y.push_back(std::numeric_limits<double>::quiet_NaN());
  line.numbers.push_back(-1);
}

}  // namespace

std::vector<plot::Chart> curve_charts(const Study& study, std::span<const Trial> trials,
                                      const ValueView& view, std::size_t most) {
  const Objective& objective = study.objectives[0];
  std::vector<const Trial*> sorted;
  std::vector<double> values;
  for (const Trial& trial : trials) {
    if (trial.reports.empty()) continue;
    sorted.push_back(&trial);
    for (const Report& report : trial.reports) {
      if (std::isfinite(report.value)) values.push_back(report.value);
    }
  }
  if (values.empty()) return {};
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Trial* a, const Trial* b) {
    return better(objective, a->reports.back().value, b->reports.back().value);
  });

  plot::Line complete{.x = {}, .y = {}, .width = 1.0};
  plot::Line pruned = complete;
  plot::Line others = complete;
  plot::Dots ends{.x = {}, .y = {}, .radius = 2.6, .marker = plot::Marker::Triangle};
  for (const std::size_t place : shown_of(sorted.size(), most)) {
    const Trial& trial = *sorted[place];
    plot::Line& line = trial.state == TrialState::Complete ? complete
                       : trial.state == TrialState::Pruned ? pruned
                                                           : others;
    add_curve(line, trial);
    if (trial.state != TrialState::Pruned) continue;
    ends.x.push_back(static_cast<double>(trial.reports.back().step));
    ends.y.push_back(trial.reports.back().value);
    ends.numbers.push_back(trial.number);
  }
  plot::Chart chart{.x = {.label = "step", .whole = true}, .y = value_axis(objective, values, view)};
  chart.y.label = "reported " + objective.name;
  if (sorted.size() > most)
    add_note(chart, text(most, " of the ", sorted.size(),
                         " trials that reported: the best third, and some of the others evenly."));
  const auto add = [&](const char* name, plot::Line& line, int colour) {
    if (!line.x.empty()) chart.series.push_back({.name = name, .marks = std::move(line), .colour = colour});
  };
  add("failed or running", others, plot::kGrey);
  add("complete", complete, 0);
  add("", pruned, 4);
  if (!ends.x.empty()) chart.series.push_back({.name = "pruned", .marks = std::move(ends), .colour = 4});
  const Trial* best = study.objectives.size() == 1 ? best_trial(trials, objective) : nullptr;
  if (best != nullptr && !best->reports.empty()) {
    plot::Line line{.x = {}, .y = {}, .width = 2.6};
    add_curve(line, *best);
    chart.series.push_back(
        {.name = text("best (trial ", best->number, ")"), .marks = std::move(line), .colour = 2});
  }
  mark_beyond(chart);
  return {std::move(chart)};
}

}  // namespace hone::charts
