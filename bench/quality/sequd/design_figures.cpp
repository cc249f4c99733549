// SPDX-License-Identifier: MIT
#include <cstdio>
#include <utility>

#include "bench/quality/sequd/augmentation_study.hpp"
#include "bench/quality/sequd/figures.hpp"
#include "bench/quality/sequd/search_trace.hpp"
#include "hone/base/rng.hpp"
#include "hone/designs/criteria.hpp"
#include "hone/designs/level_box.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::quality::sequd {
namespace {

constexpr int kRuns = 20;
constexpr double kPanel = 330;
constexpr int kBlue = 0;
constexpr int kRed = 1;
constexpr int kGreen = 2;

plot::Axis unit_axis(const char* label) { return {.label = label, .low = 0.0, .high = 1.0}; }

plot::Dots marks_of(const designs::DesignPoints& points, int first, int last) {
  plot::Dots marks{.x = {}, .y = {}, .radius = 4.5};
  for (int i = first; i < last; ++i) {
    marks.x.push_back(points(i, 0));
    marks.y.push_back(points(i, 1));
  }
  return marks;
}

std::string with_discrepancy(const std::string& name, const designs::DesignPoints& points) {
  char value[32];
  std::snprintf(value, sizeof value, ", CD2² %.5f", designs::discrepancy(points));
  return name + value;
}

plot::Chart unit_square(const std::string& title) {
  return {.title = title, .x = unit_axis("x1"), .y = unit_axis("x2")};
}

plot::Chart design_chart(const std::string& name, const designs::DesignPoints& points) {
  plot::Chart chart = unit_square(with_discrepancy(name, points));
  chart.series.push_back({.marks = marks_of(points, 0, points.rows()), .colour = kBlue});
  return chart;
}

designs::DesignPoints grid_points() {
  designs::DesignPoints points(kRuns, 2);
  for (int i = 0; i < kRuns; ++i) {
    const int column = i % 5;
    const int row = i / 5;
    points(i, 0) = (column + 0.5) / 5.0;
    points(i, 1) = (row + 0.5) / 4.0;
  }
  return points;
}

/// The first `kept` points were there before.
plot::Chart augmented_chart(const std::string& name, const designs::DesignPoints& points, int kept) {
  plot::Chart chart = unit_square(with_discrepancy(name, points));
  plot::Dots there = marks_of(points, 0, kept);
  there.marker = plot::Marker::Square;
  chart.series = {{.name = "existing", .marks = std::move(there), .colour = kRed},
                  {.name = "added", .marks = marks_of(points, kept, points.rows()), .colour = kBlue}};
  return chart;
}

/// Coordinates of an evaluation in the unit cube; test functions have linear scales only.
std::vector<double> in_unit_cube(const Problem& problem, const std::vector<double>& x) {
  std::vector<double> unit;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const RealRange& range = std::get<RealRange>(problem.space.parameters()[i].domain);
    unit.push_back((x[i] - range.low()) / (range.high() - range.low()));
  }
  return unit;
}

/// The border of a box: that of its outermost cells.
plot::Line border(const designs::LevelBox& box) {
  const double half = box.step() / 2.0;
  const double left = box.value(0, 1) - half, right = box.value(0, box.levels()) + half;
  const double bottom = box.value(1, 1) - half, top = box.value(1, box.levels()) + half;
  return {.x = {left, right, right, left, left}, .y = {bottom, bottom, top, top, bottom}, .dashed = true};
}

}  // namespace

plot::Figure designs_figure(std::uint64_t seed) {
  Rng rng(seed);
  const designs::DesignSearchOptions search{.seed = seed};
  return {
      .title = "20 runs of 2 factors",
      .subtitle = "lower centred discrepancy (CD2²): more evenly spread",
      .charts = {design_chart("grid", grid_points()), design_chart("random", random_points(kRuns, 2, rng)),
                 design_chart("Sobol", designs::SobolSequence(2, seed).points(0, kRuns)),
                 design_chart("uniform", designs::uniform_design(kRuns, 2, kRuns, search).design.points())},
      .columns = 4,
      .chart_width = kPanel,
      .chart_height = kPanel};
}

plot::Figure augmentation_figure(std::uint64_t seed) {
  constexpr int kKept = 5;
  constexpr int kAdded = kRuns - kKept;
  Rng rng(seed);
  const designs::DesignSearchOptions search{.seed = seed};
  const designs::Design whole = designs::uniform_design(kRuns, 2, kRuns, search).design;
  const designs::Design kept = some_runs(whole, kKept, rng);
  const auto nested = designs::uniform_design(kAdded, 2, kAdded, search).design.points();
  return {
      .title = "15 runs added to 5",
      .subtitle =
          "at random; as a uniform design that does not know the five; as one that fills up around them",
      .charts = {augmented_chart("random", designs::stack(kept.points(), random_points(kAdded, 2, rng)),
                                 kKept),
                 augmented_chart("nested", designs::stack(kept.points(), nested), kKept),
                 augmented_chart("augmented", designs::augment(kept, kAdded, search).design.points(), kKept)},
      .columns = 3,
      .chart_width = kPanel,
      .chart_height = kPanel + 20};
}

plot::Figure stages_figure(const Problem& problem, std::uint64_t seed) {
  const Choice sampler{"sequd", {{"variant", {std::string("published")}}, {"runs", {std::int64_t{kRuns}}}}};
  const std::vector<Evaluated> trace = trace_search(problem, sampler, seed, 2 * kRuns);
  plot::Dots first{.x = {}, .y = {}, .radius = 4.5}, second = first, centre = first;
  plot::Line box;
  for (const Evaluated& evaluated : trace) {
    const std::vector<double> at = in_unit_cube(problem, evaluated.x);
    plot::Dots& stage = evaluated.stage == 1 ? first : second;
    if (evaluated.stage > 2) break;
    stage.x.push_back(at[0]);
    stage.y.push_back(at[1]);
    if (evaluated.stage == 1 || !centre.x.empty()) continue;
    const std::vector<double> middle = in_unit_cube(problem, trace[evaluated.centre.value()].x);
    centre = {.x = {middle[0]}, .y = {middle[1]}, .radius = 6, .marker = plot::Marker::Square};
    box = border(designs::LevelBox(middle, evaluated.levels, evaluated.zoom));
  }
  plot::Chart chart = unit_square("");
  chart.series = {{.name = "box of stage 2", .marks = box, .colour = kGreen},
                  {.name = "stage 1", .marks = first, .colour = plot::kGrey},
                  {.name = "stage 2", .marks = second, .colour = kBlue},
                  {.name = "best of stage 1", .marks = centre, .colour = kGreen}};
  return {.title = "Two stages of SeqUD on " + problem.name,
          .subtitle = "runs inside the box count as part of its design",
          .charts = {chart},
          .chart_width = 480,
          .chart_height = 480};
}

}  // namespace hone::quality::sequd
