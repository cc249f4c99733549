// SPDX-License-Identifier: MIT
#include "hone/charts/cost_chart.hpp"

#include <algorithm>
#include <tuple>

#include "hone/base/text.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/core/cost.hpp"

namespace hone::charts {
namespace {

/// A trial, and what all that ended until it did have cost.
struct Paid {
  const Trial* trial = nullptr;
  double spent = 0.0;
};

/// In the order of their ends, which is that of their numbers where times are not known.
std::vector<Paid> in_order(const std::string& rule, std::span<const Trial> trials) {
  std::vector<const Trial*> ended;
  for (const Trial& trial : trials)
    if (is_finished(trial.state)) ended.push_back(&trial);
  std::sort(ended.begin(), ended.end(), [](const Trial* a, const Trial* b) {
    return std::tie(a->finished, a->number) < std::tie(b->finished, b->number);
  });
  std::vector<Paid> paid;
  double spent = 0.0;
  for (const Trial* trial : ended) {
    spent += cost_of(rule, *trial).value_or(0.0);
    paid.push_back({trial, spent});
  }
  return paid;
}

plot::Chart cost_chart(const Study& study, const std::vector<Paid>& paid, std::span<const Trial> trials,
                       std::size_t index, const ValueView& view) {
  const Objective& objective = study.objectives[index];
  const std::string label =
      *study.cost == kRunTime ? "run time of all trials in seconds" : text(*study.cost, " of all trials");
  plot::Chart chart{.x = {.label = label}, .y = value_axis(objective, complete_values(trials, index), view)};
  plot::Dots points;
  plot::Line best{{}, {}, true};
  for (const Paid& one : paid) {
    if (one.trial->state != TrialState::Complete) continue;
    const double value = one.trial->values[index];
    points.x.push_back(one.spent);
    points.y.push_back(value);
    points.numbers.push_back(one.trial->number);
    if (!may_be_best(*one.trial)) continue;
    const bool improved = best.y.empty() || better(objective, value, best.y.back());
    best.x.push_back(one.spent);
    best.y.push_back(improved ? value : best.y.back());
  }
  // What was spent since is part of the price.
  if (!best.y.empty() && paid.back().spent > best.x.back()) {
    best.x.push_back(paid.back().spent);
    best.y.push_back(best.y.back());
  }
  chart.series.push_back({.name = "trial", .marks = std::move(points), .colour = plot::kGrey});
  chart.series.push_back({.name = "best so far", .marks = std::move(best), .colour = 0});
  mark_beyond(chart);
  return chart;
}

}  // namespace

std::vector<plot::Chart> cost_charts(const Study& study, std::span<const Trial> trials,
                                     const ValueView& view) {
  std::vector<plot::Chart> charts;
  if (!study.cost) return charts;
  const std::vector<Paid> paid = in_order(*study.cost, trials);
  const bool known = std::any_of(paid.begin(), paid.end(), [](const Paid& one) {
    return one.trial->state == TrialState::Complete && one.spent > 0.0;
  });
  if (!known) return charts;
  for (std::size_t i = 0; i < study.objectives.size(); ++i)
    charts.push_back(cost_chart(study, paid, trials, i, view));
  return charts;
}

}  // namespace hone::charts
