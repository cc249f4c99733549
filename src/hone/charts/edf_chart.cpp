// SPDX-License-Identifier: MIT
#include "hone/charts/edf_chart.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

constexpr std::size_t kMostEdfSteps = 1000;

plot::Line distribution(const Objective& objective, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  const bool larger = objective.direction == Direction::Maximize;
  plot::Line line{.x = {}, .y = {}, .stepped = true};
  const std::size_t stride = (values.size() + kMostEdfSteps - 1) / kMostEdfSteps;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % stride != 0 && i + 1 != values.size()) continue;
    // At a value that several trials share, all of them count.
    const auto at_most =
        static_cast<double>(std::upper_bound(values.begin(), values.end(), values[i]) - values.begin());
    const auto below =
        static_cast<double>(std::lower_bound(values.begin(), values.end(), values[i]) - values.begin());
    if (!line.x.empty() && line.x.back() == values[i]) continue;
    line.x.push_back(values[i]);
    line.y.push_back(larger ? (count - below) / count : at_most / count);
  }
  // Steps are held from the better side.
  if (larger) {
    std::reverse(line.x.begin(), line.x.end());
    std::reverse(line.y.begin(), line.y.end());
  }
  return line;
}

/// Where a curve leaves the picture: an arrow that says how many values lie further out.
void add_arrow(plot::Chart& chart, const std::vector<double>& values, int colour) {
  const auto above = [&](double value) { return chart.x.high && value > *chart.x.high; };
  const auto below = [&](double value) { return chart.x.low && value < *chart.x.low; };
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  for (const bool right : {true, false}) {
    const std::ptrdiff_t far = right ? std::count_if(values.begin(), values.end(), above)
                                     : std::count_if(values.begin(), values.end(), below);
    if (far == 0) continue;
    chart.series.push_back({.marks = plot::Dots{.x = {right ? *most : *least},
                                                .y = {1.0 - static_cast<double>(far) / count},
                                                .radius = 4.5,
                                                .marker = right ? plot::Marker::Right : plot::Marker::Left,
                                                .counts = {far}},
                            .colour = colour});
  }
}

}  // namespace

plot::Chart edf_chart(const Objective& objective, std::span<const ComparedStudy> studies,
                      const ValueView& view) {
  std::vector<double> all;
  for (const ComparedStudy& study : studies) all.insert(all.end(), study.values.begin(), study.values.end());
  plot::Chart chart{.x = value_axis(objective, all, view),
                    .y = {.label = "share of trials as good or better", .low = 0.0, .high = 1.0}};
  int colour = 0;
  for (const ComparedStudy& study : studies) {
    if (study.values.empty()) continue;
    const std::string name = text(study.name, " (", study.values.size(), ")");
    chart.series.push_back(
        {.name = name, .marks = distribution(objective, study.values), .colour = colour++});
    add_arrow(chart, study.values, colour - 1);
  }
  mark_beyond(chart);
  return chart;
}

}  // namespace hone::charts
