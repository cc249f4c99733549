// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/figures.hpp"

#include <algorithm>
#include <iterator>

#include "bench/quality/statistics.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::malibo {
namespace {

constexpr int kDenseSteps = 20;
constexpr double kGrowth = 1.08;

/// Every evaluation at first, then further and further apart: enough for a smooth curve.
std::vector<int> curve_steps(int budget) {
  std::vector<int> steps;
  for (int step = 1; step < budget;
       step = step < kDenseSteps ? step + 1 : std::max(step + 1, static_cast<int>(kGrowth * step)))
    steps.push_back(step);
  steps.push_back(budget);
  return steps;
}

std::vector<const Run*> runs_of(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                                const std::string& method) {
  std::vector<const Run*> found;
  for (const std::string& problem : query.problems) {
    for (const std::uint64_t seed : query.seeds) {
      const auto run = runs.find({problem, method, seed, query.setting});
      if (run != runs.end()) found.push_back(&run->second);
    }
  }
  return found;
}

/// Seconds from the start of a run until the results of an evaluation are there.
double elapsed(const Run& run, int evaluation) {
  const auto asks = static_cast<std::size_t>((evaluation - 1) / run.key.setting.batch + 1);
  double seconds = 0.0;
  for (std::size_t i = 0; i < std::min(asks, run.ask_seconds.size()); ++i) seconds += run.ask_seconds[i];
  return seconds;
}

std::vector<double> mean_elapsed(const std::vector<const Run*>& runs, const std::vector<int>& steps) {
  std::vector<double> means;
  for (const int step : steps) {
    std::vector<double> seconds;
    for (const Run* run : runs) seconds.push_back(elapsed(*run, step));
    means.push_back(mean(seconds));
  }
  return means;
}

/// A line with a band around it; bands go behind all lines.
void add_curve(plot::Chart& chart, std::vector<plot::Series>& lines, const std::string& name, plot::Line line,
               plot::Band band, std::size_t colour) {
  chart.series.push_back({.marks = std::move(band), .colour = static_cast<int>(colour)});
  lines.push_back({.name = name, .marks = std::move(line), .colour = static_cast<int>(colour)});
}

enum class Against { Evaluations, Time };

plot::Chart regret_chart_of(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                            const std::string& problem, Against against) {
  RegretQuery one = query;
  one.problems = {problem};
  one.checkpoints = curve_steps(query.setting.budget);
  plot::Chart chart{.title = problem,
                    .x = {.label = "evaluations", .low = 0.0},
                    .y = {.label = "mean regret", .scale = plot::AxisScale::Log}};
  if (against == Against::Time) chart.x = {.label = "seconds", .scale = plot::AxisScale::Log};
  std::vector<plot::Series> lines;
  const std::vector<RegretRow> rows = regret_rows(runs, one);
  for (std::size_t m = 0; m < rows.size(); ++m) {
    plot::Line line;
    plot::Band band;
    line.x.assign(one.checkpoints.begin(), one.checkpoints.end());
    if (against == Against::Time) line.x = mean_elapsed(runs_of(runs, one, rows[m].label), one.checkpoints);
    line.y = rows[m].mean;
    band.x = line.x;
    for (std::size_t i = 0; i < line.y.size(); ++i) {
      // The lower end may reach 0, which a logarithmic axis does not have.
      band.low.push_back(std::max(line.y[i] - rows[m].error[i], line.y[i] / 10.0));
      band.high.push_back(line.y[i] + rows[m].error[i]);
    }
    add_curve(chart, lines, rows[m].label, std::move(line), std::move(band), m);
  }
  std::move(lines.begin(), lines.end(), std::back_inserter(chart.series));
  return chart;
}

plot::Figure charts_of(const std::map<RunKey, Run>& runs, const RegretQuery& query, const std::string& title,
                       Against against) {
  plot::Figure figure{
      .title = title,
      .subtitle = text("mean of ", query.seeds.size(), " repetitions and its standard error, ", "batches of ",
                       query.setting.batch),
      .columns = static_cast<int>(std::min<std::size_t>(query.problems.size(), 3)),
      .chart_width = 460,
      .chart_height = 340};
  for (const std::string& problem : query.problems)
    figure.charts.push_back(regret_chart_of(runs, query, problem, against));
  return figure;
}

}  // namespace

plot::Figure regret_figure(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                           const std::string& title) {
  return charts_of(runs, query, title, Against::Evaluations);
}

plot::Figure time_figure(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                         const std::string& title) {
  return charts_of(runs, query, title, Against::Time);
}

plot::Figure ask_figure(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                        const std::string& title) {
  plot::Chart chart{.x = {.label = "evaluations", .low = 0.0},
                    .y = {.label = "ms of an ask", .scale = plot::AxisScale::Log}};
  std::vector<plot::Series> lines;
  for (std::size_t m = 0; m < query.methods.size(); ++m) {
    const std::vector<const Run*> own = runs_of(runs, query, query.methods[m]);
    plot::Line line;
    plot::Band band;
    for (const int step : curve_steps(query.setting.budget)) {
      const auto ask = static_cast<std::size_t>((step - 1) / query.setting.batch);
      std::vector<double> milliseconds;
      for (const Run* run : own) {
        if (ask < run->ask_seconds.size()) milliseconds.push_back(1000.0 * run->ask_seconds[ask]);
      }
      const plot::BoxSummary box = plot::summarize(milliseconds);
      line.x.push_back(step);
      line.y.push_back(box.median);
      band.low.push_back(box.lower);
      band.high.push_back(box.upper);
    }
    band.x = line.x;
    add_curve(chart, lines, query.methods[m], std::move(line), std::move(band), m);
  }
  std::move(lines.begin(), lines.end(), std::back_inserter(chart.series));
  return {.title = title,
          .subtitle = "processor time: median and quartiles",
          .charts = {std::move(chart)},
          .chart_width = 640,
          .chart_height = 400};
}

}  // namespace hone::quality::malibo
