// SPDX-License-Identifier: MIT
#include <algorithm>

#include "bench/quality/sequd/figures.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::sequd {
namespace {

/// A line through points, in one colour; only the line stands in the legend.
void add_curve(plot::Chart& chart, const std::string& name, const plot::Line& line, int colour) {
  chart.series.push_back({.name = name, .marks = line, .colour = colour});
  chart.series.push_back({.marks = plot::Dots{.x = line.x, .y = line.y, .radius = 3.5}, .colour = colour});
}

}  // namespace

plot::Figure augmentation_study_figure(const AugmentationStudy& study) {
  plot::Chart saved{.title = "how much lower than after random augmentation",
                    .x = {.label = "factors", .whole = true},
                    .y = {.label = "improvement of CD2², %"}};
  plot::Chart times{.title = "time of one augmentation",
                    .x = {.label = "factors", .whole = true},
                    .y = {.label = "milliseconds", .low = 0.0}};
  const std::vector<AugmentationMean> means = by_factors(study);
  for (std::size_t way = 1; way < augmentation_ways().size(); ++way) {
    plot::Line gain;
    plot::Line cost;
    for (const AugmentationMean& mean : means) {
      gain.x.push_back(mean.factors);
      gain.y.push_back(100.0 * mean.improvement[way]);
      cost.y.push_back(1000.0 * mean.seconds[way]);
    }
    cost.x = gain.x;
    // The last two nearly cover each other.
    gain.dashed = cost.dashed = way + 1 == augmentation_ways().size();
    const int colour = static_cast<int>(way) - 1;
    add_curve(saved, augmentation_ways()[way], gain, colour);
    if (way >= kFirstSearched) add_curve(times, augmentation_ways()[way], cost, colour);
  }
  int most_factors = 0;
  int most_runs = 0;
  for (const AugmentationCell& cell : study) {
    most_factors = std::max(most_factors, cell.factors);
    most_runs = std::max(most_runs, cell.runs);
  }
  return {.title = "Adding runs to five that are there",
          .subtitle = text("means over ", study.size(), " sizes: 2 to ", most_factors, " factors, 8 to ",
                           most_runs, " runs in all"),
          .charts = {saved, times},
          .columns = 2,
          .chart_width = 560,
          .chart_height = 380};
}

}  // namespace hone::quality::sequd
