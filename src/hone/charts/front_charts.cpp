// SPDX-License-Identifier: MIT
#include "hone/charts/front_charts.hpp"

#include <algorithm>

#include "hone/analysis/front.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

plot::Chart pair_chart(const Study& study, std::span<const Trial> trials, std::vector<const Trial*> front,
                       std::size_t a, std::size_t b, const ValueView& view) {
  plot::Chart chart{.x = value_axis(study.objectives[a], complete_values(trials, a), view),
                    .y = value_axis(study.objectives[b], complete_values(trials, b), view)};
  const auto points = [&](const std::vector<const Trial*>& of) {
    plot::Dots out;
    for (const Trial* trial : of) {
      out.x.push_back(trial->values[a]);
      out.y.push_back(trial->values[b]);
      out.numbers.push_back(trial->number);
    }
    return out;
  };
  std::vector<const Trial*> all, broken;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) (feasible(trial) ? all : broken).push_back(&trial);
  }
  std::sort(front.begin(), front.end(),
            [a](const Trial* x, const Trial* y) { return x->values[a] < y->values[a]; });
  plot::Dots best = points(front);
  plot::Line edge{.x = best.x, .y = best.y, .width = 1.2};
  best.halo = true;
  best.radius = 4.0;
  chart.series.push_back({.name = "trial", .marks = points(all), .colour = plot::kGrey});
  if (!broken.empty()) {
    plot::Dots crosses = points(broken);
    crosses.marker = plot::Marker::Cross;
    chart.series.push_back({.name = "infeasible", .marks = std::move(crosses), .colour = kInfeasibleColour});
  }
  if (study.objectives.size() == 2) chart.series.push_back({.marks = std::move(edge), .colour = 0});
  chart.series.push_back({.name = "Pareto-optimal", .marks = std::move(best), .colour = 0});
  mark_beyond(chart);
  return chart;
}

}  // namespace

std::vector<plot::Chart> front_charts(const Study& study, std::span<const Trial> trials,
                                      const ValueView& view) {
  if (study.objectives.size() < 2) return {};
  const std::vector<const Trial*> front = pareto_trials(trials, study.objectives);
  std::vector<plot::Chart> charts;
  for (std::size_t a = 0; a < study.objectives.size(); ++a) {
    for (std::size_t b = a + 1; b < study.objectives.size(); ++b)
      charts.push_back(pair_chart(study, trials, front, a, b, view));
  }
  return charts;
}

std::vector<plot::Chart> hypervolume_charts(const Study& study, std::span<const Trial> trials) {
  const auto steps = analysis::front_history(trials, study.objectives);
  if (steps.empty()) return {};
  plot::Line line{.x = {}, .y = {}, .stepped = true};
  for (const analysis::VolumeStep& step : steps) {
    line.x.push_back(static_cast<double>(step.number));
    line.y.push_back(step.volume);
  }
  plot::Chart chart{.x = {.label = "trial", .whole = true}, .y = {.label = "dominated hypervolume"}};
  chart.series.push_back({.name = "hypervolume so far", .marks = std::move(line), .colour = 0});
  return {std::move(chart)};
}

}  // namespace hone::charts
