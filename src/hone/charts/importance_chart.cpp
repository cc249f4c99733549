// SPDX-License-Identifier: MIT
#include "hone/charts/importance_chart.hpp"

#include <algorithm>
#include <limits>

namespace hone::charts {

plot::Chart importance_chart(const Study& study, const Importances& found) {
  const std::vector<ParameterImportance>& all = found.parameters;
  constexpr std::size_t kMostBars = 20;
  constexpr double kNearlyAll = 0.8;
  constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
  const std::size_t count = std::min(kMostBars, all.size());
  plot::Chart chart{.x = {.label = "importance", .low = 0.0}, .note = importance_warning(found)};
  if (study.objectives.size() > 1) chart.title = "importance for " + found.objective.name;
  plot::Bars bars{.position = {}, .length = {}, .horizontal = true};
  plot::Line whiskers{.x = {}, .y = {}, .width = 1.4};
  double widest = 0.0;
  // Rows are drawn from the bottom, and the first belongs on top.
  for (std::size_t i = 0; i < count; ++i) {
    const ParameterImportance& one = all[count - 1 - i];
    const auto row = static_cast<double>(i);
    chart.y.categories.push_back(one.parameter);
    bars.position.push_back(row);
    bars.length.push_back(one.importance);
    // A share of the whole is nothing below 0 or above 1, however uncertain it is.
    whiskers.x.insert(whiskers.x.end(), {std::max(0.0, one.importance - one.deviation),
                                         std::min(1.0, one.importance + one.deviation), kGap});
    widest = std::max(widest, std::min(1.0, one.importance + one.deviation));
    whiskers.y.insert(whiskers.y.end(), {row, row, kGap});
  }
  if (widest > kNearlyAll) chart.x.high = 1.0;  // or the axis would be rounded up beyond it
  chart.series.push_back({.marks = std::move(bars), .colour = 0});
  chart.series.push_back(
      {.name = "one standard deviation", .marks = std::move(whiskers), .colour = plot::kGrey});
  return chart;
}

}  // namespace hone::charts
