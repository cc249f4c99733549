// SPDX-License-Identifier: MIT
#include "hone/charts/parallel_chart.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/text.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/contour_chart.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/plot/scale.hpp"

namespace hone::charts {
namespace {

std::vector<double> row_of(const Study& study, const std::vector<std::size_t>& parameters,
                           const Trial& trial) {
  std::vector<double> row;
  for (const std::size_t index : parameters)
    row.push_back(place_of(study.space.parameters()[index], trial.configuration[index]));
  row.insert(row.end(), trial.values.begin(), trial.values.end());
  return row;
}

}  // namespace

std::vector<AxisParts> parse_axis_parts(const std::string& text) {
  const auto refuse = [&](const std::string& part) {
    return Error(ErrorCode::InvalidArgument, "'" + part + "' does not choose a part of an axis",
                 "write AXIS:FROM..TO, such as rate:0.1..1, with ';' between axes");
  };
  std::vector<AxisParts> chosen;
  if (text.empty()) return chosen;
  for (const std::string& part : split(text, ';')) {
    const std::size_t colon = part.rfind(':');
    const auto label = colon == std::string::npos ? std::nullopt : percent_decoded(part.substr(0, colon));
    if (!label) throw refuse(part);
    AxisParts parts{.label = *label};
    for (const std::string& interval : split(part.substr(colon + 1), ',')) {
      const std::size_t dots = interval.find("..");
      if (dots == std::string::npos) throw refuse(part);
      const auto from = parse_number(interval.substr(0, dots)), to = parse_number(interval.substr(dots + 2));
      if (!from || !to) throw refuse(part);
      parts.intervals.emplace_back(std::min(*from, *to), std::max(*from, *to));
    }
    chosen.push_back(std::move(parts));
  }
  return chosen;
}

std::vector<std::size_t> shown_of(std::size_t count, std::size_t most) {
  std::vector<std::size_t> shown;
  const std::size_t head = count <= most ? count : most / 3;
  for (std::size_t i = 0; i < head; ++i) shown.push_back(i);
  if (head == count || most <= head) return shown;
  const std::size_t rest = most - head;
  for (std::size_t i = 0; i < rest; ++i) shown.push_back(head + i * (count - head) / rest);
  return shown;
}

namespace {

using Ranking = std::vector<const Trial*>;

/// The parameters that get an axis; what is left out is said in `note`.
std::vector<std::size_t> axes_of(const Study& study, std::span<const Trial> trials,
                                 const ParallelOptions& options, std::string& note) {
  std::vector<std::size_t> all = chosen_parameters(study.space, options.parameters);
  if (!options.parameters.empty() || all.size() <= options.most_axes) return all;
  std::vector<std::size_t> telling = telling_parameters(study, trials, options.objective);
  telling.resize(std::min(telling.size(), options.most_axes));
  note = text("The ", telling.size(), " parameters of ", all.size(),
              " that tell most; name others to see them.");
  std::sort(telling.begin(), telling.end());
  return telling;
}

/// Whether a row passes through the chosen parts. A value behind an end stands at that end.
bool passes(const std::vector<double>& row, const std::vector<plot::Axis>& axes,
            const std::vector<AxisParts>& chosen) {
  return std::all_of(chosen.begin(), chosen.end(), [&](const AxisParts& parts) {
    for (std::size_t j = 0; j < axes.size(); ++j) {
      if (axes[j].label != parts.label) continue;
      double value = row[j];
      if (axes[j].low) value = std::max(value, *axes[j].low);
      if (axes[j].high) value = std::min(value, *axes[j].high);
      return std::any_of(parts.intervals.begin(), parts.intervals.end(),
                         [&](const auto& ends) { return value >= ends.first && value <= ends.second; });
    }
    return true;
  });
}

/// Counts how many rows pass from cell to cell.
class DensityCounter {
 public:
  DensityCounter(plot::Parallel& marks, int cells) : marks_(marks), cells_(static_cast<std::size_t>(cells)) {
    marks.cells = cells;
    marks.density.assign(marks.axes.empty() ? 0 : marks.axes.size() - 1,
                         std::vector<std::int64_t>(cells_ * cells_, 0));
    for (const plot::Axis& axis : marks.axes) scales_.emplace_back(axis, std::vector<double>{});
  }

  void add(const std::vector<double>& row) {
    std::optional<std::size_t> before;
    for (std::size_t j = 0; j < scales_.size(); ++j) {
      const std::optional<std::size_t> cell = cell_of(scales_[j].place(row[j]));
      if (before && cell) ++marks_.density[j - 1][*before * cells_ + *cell];
      before = cell;
    }
  }

 private:
  std::optional<std::size_t> cell_of(double place) const {
    if (!std::isfinite(place)) return std::nullopt;
    const double cell = std::clamp(place, 0.0, 1.0) * static_cast<double>(cells_);
    return std::min(cells_ - 1, static_cast<std::size_t>(cell));
  }

  plot::Parallel& marks_;
  std::size_t cells_;
  std::vector<plot::Scale> scales_;
};

/// Complete trials from best to worst.
Ranking best_to_worst(std::span<const Trial> trials, const Objective& aim, std::size_t objective) {
  Ranking sorted;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) sorted.push_back(&trial);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Trial* a, const Trial* b) {
    return better(aim, a->values[objective], b->values[objective]);
  });
  return sorted;
}

}  // namespace

plot::Chart parallel_chart(const Study& study, std::span<const Trial> trials,
                           const ParallelOptions& options) {
  plot::Chart chart{.x = {}, .y = {.bare = true}};
  const std::vector<std::size_t> parameters = axes_of(study, trials, options, chart.note);
  const Objective& aim = study.objectives[options.objective];
  Ranking sorted = best_to_worst(trials, aim, options.objective);

  plot::Parallel lines;
  for (const std::size_t index : parameters)
    lines.axes.push_back(declared_axis(study.space.parameters()[index], 0.0));
  for (std::size_t k = 0; k < study.objectives.size(); ++k) {
    const std::vector<double> values = complete_values(trials, k);
    lines.axes.push_back(settled_axis(value_axis(study.objectives[k], values, options.view), values));
    if (lines.axes.back().beyond)
      add_note(chart, beyond_note(lines.axes.back().label, *lines.axes.back().beyond));
  }
  for (const plot::Axis& axis : lines.axes) chart.x.categories.push_back(axis.label);
  const auto hidden = [&](const Trial* trial) {
    return !passes(row_of(study, parameters, *trial), lines.axes, options.chosen);
  };
  if (!options.chosen.empty()) std::erase_if(sorted, hidden);

  plot::Parallel best{.axes = lines.axes, .rows = {}, .shade = {}, .width = 2.4};
  const bool dense = sorted.size() > options.most;
  if (dense) {
    DensityCounter counter(lines, options.cells);
    for (const Trial* trial : sorted) counter.add(row_of(study, parameters, *trial));
  }
  const std::size_t shown = dense ? std::min(options.most_lines, sorted.size()) : sorted.size();
  for (std::size_t place = shown; place-- > 0;) {  // the best in front
    lines.rows.push_back(row_of(study, parameters, *sorted[place]));
    lines.numbers.push_back(sorted[place]->number);
    const double rank = static_cast<double>(place) / std::max(1.0, static_cast<double>(shown) - 1.0);
    lines.shade.push_back((1.0 - rank) * (1.0 - rank));
  }
  lines.shade_axis = parameters.size() + options.objective;
  Ranking winners = best_trials(study, trials);
  if (!options.chosen.empty()) std::erase_if(winners, hidden);
  for (const Trial* trial : winners) {
    best.rows.push_back(row_of(study, parameters, *trial));
    best.numbers.push_back(trial->number);
  }
  chart.series.push_back(
      {.name = dense ? text(sorted.size(), " trials as a density, the ", shown, " best as lines")
                     : "trial, the better the stronger",
       .marks = std::move(lines),
       .colour = 0});
  if (!best.rows.empty())
    chart.series.push_back({.name = winners.size() == 1
                                        ? text(best_word(study), " (trial ", winners[0]->number, ")")
                                        : best_word(study),
                            .marks = std::move(best),
                            .colour = 1});
  return chart;
}

}  // namespace hone::charts
