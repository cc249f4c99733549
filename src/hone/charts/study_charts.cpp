// SPDX-License-Identifier: MIT
#include "hone/charts/study_charts.hpp"

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/stage_marks.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

using plot::Chart;

plot::Line best_so_far(const Objective& objective, std::span<const Trial> trials, std::size_t index) {
  plot::Line line{{}, {}, true};
  for (const Trial& trial : trials) {
    if (!may_be_best(trial)) continue;
    const double value = trial.values[index];
    const bool improved = line.y.empty() || better(objective, value, line.y.back());
    line.x.push_back(static_cast<double>(trial.number));
    line.y.push_back(improved ? value : line.y.back());
  }
  return line;
}

Chart history_chart(const Study& study, std::span<const Trial> trials, std::size_t index,
                    const ValueView& view) {
  const Objective& objective = study.objectives[index];
  const std::vector<double> values = complete_values(trials, index);
  Chart chart{.x = {.label = "trial", .whole = true}, .y = value_axis(objective, values, view)};
  plot::Dots points;
  SpecialMarks ends;
  // Failures have no value; they stand at the bad edge.
  const double edge = bad_edge(objective, values, chart.y);
  for (const Trial& trial : trials) {
    const auto number = static_cast<double>(trial.number);
    if (trial.state == TrialState::Complete) {
      plot::Dots& of = feasible(trial) ? points : ends.infeasible;
      of.x.push_back(number);
      of.y.push_back(trial.values[index]);
    } else if (trial.state == TrialState::Pruned) {
      ends.pruned.x.push_back(number);
      ends.pruned.y.push_back(pruned_value(trial, objective, index, edge));
    } else if (ended_badly(trial.state)) {
      ends.failed.x.push_back(number);
      ends.failed.y.push_back(edge);
    }
  }
  chart.series.push_back({.name = "trial", .marks = std::move(points), .colour = plot::kGrey});
  chart.series.push_back(
      {.name = "best so far", .marks = best_so_far(objective, trials, index), .colour = 0});
  ends.add_to(chart);
  chart.sections = stage_sections(trials);
  mark_beyond(chart);
  return chart;
}

}  // namespace

std::vector<Chart> history_charts(const Study& study, std::span<const Trial> trials, const ValueView& view) {
  std::vector<Chart> charts;
  for (std::size_t i = 0; i < study.objectives.size(); ++i)
    charts.push_back(history_chart(study, trials, i, view));
  return charts;
}

std::string study_caption(const Study& study, std::span<const Trial> trials) {
  std::string out = counted(static_cast<std::int64_t>(trials.size()), "trial");
  if (study.objectives.size() > 1)
    out += text(", ", pareto_trials(trials, study.objectives).size(), " Pareto-optimal");
  if (study.objectives.size() == 1) {
    if (const Trial* best = best_trial(trials, study.objectives[0])) {
      out += text(", best ", study.objectives[0].name, " ", short_number(best->values[0]), " (trial ",
                  best->number, ")");
    }
  }
  return out;
}

}  // namespace hone::charts
