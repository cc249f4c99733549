// SPDX-License-Identifier: MIT
#include "hone/charts/parallel_chart.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

/// The axis of an objective with both ends settled, as nothing else will settle them.
plot::Axis settled_axis(const Objective& objective, const std::vector<double>& values, bool log) {
  plot::Axis axis = value_axis(objective, values, log);
  if (values.empty()) return axis;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (!axis.low) axis.low = *least;
  if (!axis.high) axis.high = *most;
  return axis;
}

std::vector<double> row_of(const Study& study, const std::vector<std::size_t>& parameters,
                           const Trial& trial) {
  std::vector<double> row;
  for (const std::size_t index : parameters)
    row.push_back(place_of(study.space.parameters()[index], trial.configuration[index]));
  row.insert(row.end(), trial.values.begin(), trial.values.end());
  return row;
}

}  // namespace

std::vector<std::size_t> shown_of(std::size_t count, std::size_t most) {
  std::vector<std::size_t> shown;
  const std::size_t head = count <= most ? count : most / 3;
  for (std::size_t i = 0; i < head; ++i) shown.push_back(i);
  if (head == count || most <= head) return shown;
  const std::size_t rest = most - head;
  for (std::size_t i = 0; i < rest; ++i) shown.push_back(head + i * (count - head) / rest);
  return shown;
}

plot::Chart parallel_chart(const Study& study, std::span<const Trial> trials,
                           const ParallelOptions& options) {
  const std::vector<std::size_t> parameters = chosen_parameters(study.space, options.parameters);
  const Objective& aim = study.objectives[options.objective];
  std::vector<const Trial*> sorted;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) sorted.push_back(&trial);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Trial* a, const Trial* b) {
    return better(aim, a->values[options.objective], b->values[options.objective]);
  });

  plot::Parallel lines;
  plot::Chart chart{.x = {}, .y = {.bare = true}};
  for (const std::size_t index : parameters)
    lines.axes.push_back(declared_axis(study.space.parameters()[index], 0.0));
  for (std::size_t k = 0; k < study.objectives.size(); ++k)
    lines.axes.push_back(settled_axis(study.objectives[k], complete_values(trials, k), options.log));
  for (const plot::Axis& axis : lines.axes) chart.x.categories.push_back(axis.label);

  plot::Parallel best{.axes = lines.axes, .rows = {}, .shade = {}, .width = 2.4};
  std::vector<std::size_t> shown = shown_of(sorted.size(), options.most);
  std::reverse(shown.begin(), shown.end());  // the best in front
  for (const std::size_t place : shown) {
    lines.rows.push_back(row_of(study, parameters, *sorted[place]));
    lines.numbers.push_back(sorted[place]->number);
    const double rank = static_cast<double>(place) / std::max(1.0, static_cast<double>(sorted.size()) - 1.0);
    lines.shade.push_back((1.0 - rank) * (1.0 - rank));
  }
  lines.shade_axis = parameters.size() + options.objective;
  const std::vector<const Trial*> winners = best_trials(study, trials);
  for (const Trial* trial : winners) {
    best.rows.push_back(row_of(study, parameters, *trial));
    best.numbers.push_back(trial->number);
  }
  const std::string name = shown.size() < sorted.size()
                               ? text(shown.size(), " of ", sorted.size(), " trials, the better the stronger")
                               : "trial, the better the stronger";
  chart.series.push_back({.name = name, .marks = std::move(lines), .colour = 0});
  if (!best.rows.empty())
    chart.series.push_back({.name = winners.size() == 1
                                        ? text(best_word(study), " (trial ", winners[0]->number, ")")
                                        : best_word(study),
                            .marks = std::move(best),
                            .colour = 1});
  return chart;
}

}  // namespace hone::charts
