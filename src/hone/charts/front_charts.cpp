// SPDX-License-Identifier: MIT
#include "hone/charts/front_charts.hpp"

#include <algorithm>
#include <limits>

#include "hone/analysis/expectation.hpp"
#include "hone/analysis/front.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

constexpr int kExpectedColour = 1;

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

using FrontIntervals = std::vector<analysis::ExpectedValue>;

/// Of an objective without noise the values themselves.
FrontIntervals measured_values(const std::vector<const Trial*>& front, std::size_t objective) {
  FrontIntervals values;
  for (const Trial* trial : front) {
    const double value = trial->values[objective];
    values.push_back({.mean = value, .low = value, .high = value});
  }
  return values;
}

/// A bar across and one upright for each point; where a line has no value it is broken.
plot::Line interval_bars(const FrontIntervals& x, const FrontIntervals& y) {
  plot::Line bars{.x = {}, .y = {}, .width = 1.0};
  const auto add = [&](double from_x, double from_y, double to_x, double to_y) {
    if (from_x == to_x && from_y == to_y) return;
    bars.x.insert(bars.x.end(), {from_x, to_x, to_x});
    bars.y.insert(bars.y.end(), {from_y, to_y, std::numeric_limits<double>::quiet_NaN()});
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    add(x[i].low, y[i].mean, x[i].high, y[i].mean);
    add(x[i].mean, y[i].low, x[i].mean, y[i].high);
  }
  return bars;
}

plot::Dots expected_means(const std::vector<const Trial*>& front, const FrontIntervals& x,
                          const FrontIntervals& y) {
  plot::Dots means{.x = {}, .y = {}, .marker = plot::Marker::Square, .halo = true};
  for (std::size_t i = 0; i < front.size(); ++i) {
    means.x.push_back(x[i].mean);
    means.y.push_back(y[i].mean);
    means.numbers.push_back(front[i]->number);
  }
  return means;
}

}  // namespace

void add_expected_front(std::vector<plot::Chart>& charts, const Study& study, std::span<const Trial> trials,
                        const analysis::StudyModel& model) {
  const std::vector<const Trial*> front = pareto_trials(trials, study.objectives);
  std::vector<Configuration> settings;
  for (const Trial* trial : front) settings.push_back(trial->configuration);
  std::vector<FrontIntervals> expected;
  bool any = false;
  for (std::size_t k = 0; k < study.objectives.size() && !front.empty(); ++k) {
    auto told = analysis::expected_of_noisy(study, trials, model, k, settings);
    any = any || told.has_value();
    expected.push_back(told ? std::move(*told) : measured_values(front, k));
  }
  if (!any) return;
  auto chart = charts.begin();
  for (std::size_t a = 0; a < study.objectives.size(); ++a) {
    for (std::size_t b = a + 1; b < study.objectives.size(); ++b, ++chart) {
      chart->series.insert(chart->series.begin() + 1,
                           {.marks = interval_bars(expected[a], expected[b]), .colour = kExpectedColour});
      chart->series.push_back({.name = "expected mean, 95 %",
                               .marks = expected_means(front, expected[a], expected[b]),
                               .colour = kExpectedColour});
      add_note(*chart,
               "Values are noisy, so that some trials are on the front by luck: bars are what the model "
               "expects of their means.");
    }
  }
}

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
