// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/quality/sequd/figures.hpp"
#include "bench/quality/sequd/tables.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::sequd {
namespace {

constexpr int kSteps = 10;  // places along the runs where methods are ranked

std::vector<std::size_t> by_mean_rank(const ScoreTable& table) {
  const std::vector<double> rank = mean_ranks(table);
  std::vector<std::size_t> order(table.methods.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Methods without any rank (NaN) come last.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return !std::isnan(rank[a]) && (std::isnan(rank[b]) || rank[a] < rank[b]);
  });
  return order;
}

/// Boxes of the ranks and a square at their mean.
plot::Chart rank_boxes(const std::string& title, const ScoreTable& unordered) {
  const std::vector<std::size_t> order = by_mean_rank(unordered);
  const ScoreTable table = with_methods(unordered, order);
  const auto rows = ranks(table);
  const std::vector<double> means = mean_ranks(table);
  plot::Chart chart{.title = text(title, ", ", table.functions.size(), " functions"),
                    .y = {.label = "rank",
                          .low = 0.5,
                          .high = static_cast<double>(table.methods.size()) + 0.5,
                          .whole = true}};
  plot::Dots middles{.x = {}, .y = {}, .radius = 3.5, .marker = plot::Marker::Square, .halo = true};
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    std::vector<double> own;
    for (const auto& row : rows) own.push_back(row[m]);
    chart.x.categories.push_back(display_name(table.methods[m]));
    chart.series.push_back({.marks = plot::Boxes{{static_cast<double>(m)}, {plot::summarize(own)}},
                            .colour = static_cast<int>(order[m])});
    middles.x.push_back(static_cast<double>(m));
    middles.y.push_back(means[m]);
  }
  chart.series.push_back({.name = "mean rank", .marks = std::move(middles), .colour = plot::kGrey});
  return chart;
}

/// Of the sequential methods, in the colours of their boxes.
plot::Chart rank_curves(const std::map<RunKey, Run>& runs, const std::vector<std::string>& functions,
                        const std::vector<Entrant>& entrants, const RunSetting& setting) {
  std::vector<std::size_t> chosen;
  for (std::size_t m = 0; m < entrants.size(); ++m) {
    if (entrants[m].sequential) chosen.push_back(m);
  }
  std::vector<plot::Line> lines(chosen.size());
  for (int step = 1; step <= kSteps; ++step) {
    const int evaluation = setting.budget * step / kSteps;
    const ScoreTable table = score_table(runs, functions, entrants, setting, evaluation);
    const std::vector<double> means = mean_ranks(with_methods(table, chosen));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      lines[i].x.push_back(evaluation);
      lines[i].y.push_back(means[i]);
    }
  }
  plot::Chart chart{.title = "sequential methods as runs go on",
                    .x = {.label = "runs", .low = 0.0},
                    .y = {.label = "mean rank among them"}};
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    chart.series.push_back({.name = display_name(entrants[chosen[i]].label),
                            .marks = std::move(lines[i]),
                            .colour = static_cast<int>(chosen[i])});
  }
  return chart;
}

}  // namespace

plot::Figure ranks_figure(const std::map<RunKey, Run>& runs, const std::vector<std::string>& functions,
                          const std::vector<Entrant>& entrants, const RunSetting& setting,
                          const ScoreTable& published) {
  plot::Figure figure{
      .title = text("Ranks of the mean values after ", setting.budget, " runs, 1 is best"),
      .subtitle = "boxes: quartiles over the functions; methods in the order of their mean rank",
      .columns = 1,
      .chart_width = 1120,
      .chart_height = 340};
  figure.charts.push_back(
      rank_boxes("hone", score_table(runs, functions, entrants, setting, setting.budget)));
  if (!published.functions.empty()) {
    figure.charts.push_back(rank_boxes("the paper's methods, from its printed means", published));
  }
  const auto sequential = std::count_if(entrants.begin(), entrants.end(),
                                        [](const Entrant& entrant) { return entrant.sequential; });
  if (sequential > 1) figure.charts.push_back(rank_curves(runs, functions, entrants, setting));
  return figure;
}

}  // namespace hone::quality::sequd
