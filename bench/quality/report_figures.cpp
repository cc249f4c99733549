// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <iterator>

#include "bench/quality/report.hpp"
#include "hone/base/text.hpp"
#include "hone/plot/chart.hpp"
#include "hone/plot/svg.hpp"

namespace hone::quality {
namespace {

int colour_of(std::size_t method) { return static_cast<int>(method); }

std::string subtitle(const Summary& summary) {
  return text(summary.setting.budget, " evaluations in batches of ", summary.setting.batch);
}

/// The mean of the log regrets, drawn as a regret on a logarithmic axis, and its interval.
plot::Chart regret_chart(const Summary& summary, std::size_t problem) {
  plot::Chart chart{.title = summary.problems[problem],
                    .x = {.label = "evaluations", .low = 0.0},
                    .y = {.label = "regret", .scale = plot::AxisScale::Log}};
  std::vector<plot::Series> lines;
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    plot::Line line;
    plot::Band band;
    for (const Stage& stage : summary.stages) {
      const Cell& cell = stage.cells[problem][m];
      line.x.push_back(stage.evaluation);
      line.y.push_back(std::pow(10.0, cell.log_regret));
      band.low.push_back(std::pow(10.0, cell.log_regret - cell.half_width));
      band.high.push_back(std::pow(10.0, cell.log_regret + cell.half_width));
    }
    band.x = line.x;
    chart.series.push_back({.marks = std::move(band), .colour = colour_of(m)});
    lines.push_back({.name = summary.methods[m], .marks = std::move(line), .colour = colour_of(m)});
  }
  std::move(lines.begin(), lines.end(), std::back_inserter(chart.series));
  return chart;
}

/// Where the minimum was only the least value known and runs went below it, logarithms make no sense.
bool goes_below(const Summary& summary, std::size_t problem) {
  for (const Stage& stage : summary.stages) {
    for (const Cell& cell : stage.cells[problem]) {
      if (cell.normalized.value_or(0.0) < 0.0) return true;
    }
  }
  return false;
}

plot::Chart score_chart(const Summary& summary, std::size_t problem) {
  plot::Chart chart{
      .title = summary.problems[problem], .x = {.label = "evaluations", .low = 0.0}, .y = {.label = "score"}};
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    plot::Line line;
    for (const Stage& stage : summary.stages) {
      line.x.push_back(stage.evaluation);
      line.y.push_back(100.0 * (1.0 - stage.cells[problem][m].normalized.value()));
    }
    chart.series.push_back({.name = summary.methods[m], .marks = std::move(line), .colour = colour_of(m)});
  }
  return chart;
}

plot::Chart rank_boxes(const Summary& summary) {
  plot::Chart chart{
      .title = text("ranks on ", summary.problems.size(), " problems after all evaluations"),
      .x = {.categories = summary.methods},
      .y = {.label = "rank", .low = 0.5, .high = static_cast<double>(summary.methods.size()) + 0.5}};
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    std::vector<double> rank;
    for (const auto& row : summary.final().cells) rank.push_back(row[m].rank);
    plot::Boxes boxes{.position = {static_cast<double>(m)}, .boxes = {plot::summarize(rank)}};
    chart.series.push_back({.marks = std::move(boxes), .colour = colour_of(m)});
  }
  return chart;
}

plot::Chart rank_curves(const Summary& summary) {
  plot::Chart chart{.title = "mean rank over the problems",
                    .x = {.label = "evaluations", .low = 0.0},
                    .y = {.label = "mean rank"}};
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    plot::Line line;
    for (const Stage& stage : summary.stages) {
      line.x.push_back(stage.evaluation);
      line.y.push_back(stage.mean_rank[m]);
    }
    chart.series.push_back({.name = summary.methods[m], .marks = std::move(line), .colour = colour_of(m)});
  }
  return chart;
}

}  // namespace

std::string svg_curves(const Summary& summary) {
  plot::Figure figure{.title = "Regret: mean of log10 and its 95 % interval",
                      .subtitle = subtitle(summary),
                      .columns = static_cast<int>(std::min<std::size_t>(summary.problems.size(), 3)),
                      .chart_width = 460,
                      .chart_height = 320};
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    figure.charts.push_back(goes_below(summary, p) ? score_chart(summary, p) : regret_chart(summary, p));
  }
  return plot::to_svg(figure);
}

std::string svg_ranks(const Summary& summary) {
  const double width = std::max(480.0, 90.0 * static_cast<double>(summary.methods.size()));
  return plot::to_svg({.title = "Ranks of the mean values, 1 is best",
                       .subtitle = subtitle(summary),
                       .charts = {rank_boxes(summary), rank_curves(summary)},
                       .columns = 2,
                       .chart_width = width,
                       .chart_height = 380});
}

}  // namespace hone::quality
