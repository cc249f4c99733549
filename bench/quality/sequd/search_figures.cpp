// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/quality/sequd/figures.hpp"
#include "bench/quality/sequd/search_trace.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::sequd {
namespace {

constexpr int kPlaces = 57;       // of the field along each axis: smooth, and small files
constexpr int kStageColours = 8;  // as many as the palette tells apart

const RealRange& range(const Problem& problem, std::size_t parameter) {
  return std::get<RealRange>(problem.space.parameters()[parameter].domain);
}

/// The function upside down, so that its best places are dark.
plot::Surface field_of(const Problem& problem) {
  const RealRange& x = range(problem, 0);
  const RealRange& y = range(problem, 1);
  plot::Surface field{.x_low = x.low(),
                      .x_high = x.high(),
                      .y_low = y.low(),
                      .y_high = y.high(),
                      .columns = kPlaces,
                      .rows = kPlaces};
  for (int row = 0; row < kPlaces; ++row) {
    for (int column = 0; column < kPlaces; ++column) {
      const double right = column / double(kPlaces - 1), up = row / double(kPlaces - 1);
      field.values.push_back(-problem.value(
          point(problem.space, {std::lerp(x.low(), x.high(), right), std::lerp(y.low(), y.high(), up)})));
    }
  }
  return field;
}

plot::Chart map_of(const Problem& problem, const plot::Surface& field, const std::string& title) {
  const auto axis = [&](std::size_t i) {
    return plot::Axis{.label = problem.space.parameters()[i].name,
                      .low = range(problem, i).low(),
                      .high = range(problem, i).high()};
  };
  return {.title = title, .x = axis(0), .y = axis(1), .series = {{.marks = field, .colour = plot::kGrey}}};
}

/// The points of each stage in a colour of their own; late stages, all near the best point, share the last.
void add_stages(plot::Chart& chart, const std::vector<Evaluated>& trace) {
  std::vector<plot::Dots> stages;
  int last = 1;
  for (const Evaluated& evaluated : trace) {
    last = std::max(last, evaluated.stage);
    const auto index = static_cast<std::size_t>(std::min(evaluated.stage, kStageColours) - 1);
    if (stages.size() <= index) stages.resize(index + 1, {.x = {}, .y = {}, .radius = 4, .halo = true});
    stages[index].x.push_back(evaluated.x[0]);
    stages[index].y.push_back(evaluated.x[1]);
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    std::string name = std::to_string(i + 1);
    if (i + 1 == kStageColours && last > kStageColours) name += " to " + std::to_string(last);
    chart.series.push_back({.name = (i == 0 ? "stage " : "") + name,
                            .marks = std::move(stages[i]),
                            .colour = static_cast<int>(i)});
  }
}

plot::Chart trace_chart(const Problem& problem, const plot::Surface& field, const std::string& name,
                        const std::vector<Evaluated>& trace) {
  double best = -trace.front().value;
  for (const Evaluated& evaluated : trace) best = std::max(best, -evaluated.value);
  char title[96];
  std::snprintf(title, sizeof title, "%s: best %.4f", name.c_str(), best);
  plot::Chart chart = map_of(problem, field, title);
  add_stages(chart, trace);
  return chart;
}

}  // namespace

plot::Figure search_figure(const Problem& problem, std::uint64_t seed, int runs) {
  const plot::Surface field = field_of(problem);
  const Choice published{"sequd", {{"variant", {std::string("published")}}}};
  char highest[64];
  std::snprintf(highest, sizeof highest, "seen from above: highest %.4f", -problem.minimum);
  return {
      .title = "SeqUD on " + problem.name,
      .subtitle = text("the darker the higher, ", runs, " evaluations, coloured by stage; seed ", seed),
      .charts = {map_of(problem, field, highest),
                 trace_chart(problem, field, "as published", trace_search(problem, published, seed, runs)),
                 trace_chart(problem, field, "hone's defaults",
                             trace_search(problem, {"sequd"}, seed, runs))},
      .columns = 3,
      .chart_width = 400,
      .chart_height = 400};
}

}  // namespace hone::quality::sequd
