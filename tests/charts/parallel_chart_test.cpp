// SPDX-License-Identifier: MIT
#include "hone/charts/parallel_chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/base/error.hpp"
#include "hone/charts/curve_chart.hpp"

namespace hone::charts {
namespace {

Study lined_study() {
  return {.name = "s",
          .space = Space({real("rate", 0.001, 1, Scale::Log),
                          categorical("kind", {Value(std::string("a")), Value(std::string("b"))}),
                          when(integer("degree", 2, 5), "kind", {Value(std::string("b"))})}),
          .objectives = {{"score", Direction::Maximize}}};
}

Trial lined_trial(std::int64_t number, double rate, const char* kind, double value) {
  Trial out;
  out.number = number;
  out.state = TrialState::Complete;
  out.configuration =
      lined_study().space.configuration({Value(rate), Value(std::string(kind)), Value(std::int64_t{3})});
  out.values = {value};
  return out;
}

TEST(ParallelChart, PutsTheBestInFrontAndGapsWhereNothingIs) {
  const std::vector<Trial> trials = {lined_trial(0, 0.1, "a", 0.9), lined_trial(1, 0.01, "b", 0.2),
                                     lined_trial(2, 0.5, "b", 0.5)};
  const plot::Chart chart = parallel_chart(lined_study(), trials);
  EXPECT_EQ(chart.x.categories, (std::vector<std::string>{"rate", "kind", "degree", "score"}));
  EXPECT_TRUE(chart.y.bare);
  const auto& lines = std::get<plot::Parallel>(chart.series[0].marks);
  ASSERT_EQ(lines.rows.size(), 3u);
  EXPECT_EQ(lines.rows[0], (std::vector<double>{0.01, 1, 3, 0.2})) << "the worst is behind";
  EXPECT_EQ(lines.rows[2][0], 0.1);
  EXPECT_TRUE(std::isnan(lines.rows[2][2])) << "degree does not exist there";
  EXPECT_EQ(lines.shade.front(), 0.0);
  EXPECT_EQ(lines.shade.back(), 1.0);
  EXPECT_EQ(lines.shade_axis, 3u) << "colours mean the score";
  EXPECT_EQ(chart.series[1].name, "best (trial 0)");
  EXPECT_EQ(std::get<plot::Parallel>(chart.series[1].marks).rows.size(), 1u);
}

TEST(ParallelChart, ShowsTheDeclaredRange) {
  const plot::Chart chart = parallel_chart(lined_study(), std::vector<Trial>{lined_trial(0, 0.1, "a", 1)});
  const auto& axes = std::get<plot::Parallel>(chart.series[0].marks).axes;
  EXPECT_EQ(axes[0].low, 0.001);
  EXPECT_EQ(axes[0].high, 1.0);
  EXPECT_EQ(axes[0].scale, plot::AxisScale::Log);
}

TEST(ParallelChart, OfVeryManyIsADensityThatCountsAllAndLinesOfTheBest) {
  std::vector<Trial> trials;
  for (int i = 0; i < 500; ++i) trials.push_back(lined_trial(i, 0.5, i % 5 == 0 ? "b" : "a", i));
  const plot::Chart chart = parallel_chart(lined_study(), trials, {.most = 90, .most_lines = 30, .cells = 8});
  const auto& lines = std::get<plot::Parallel>(chart.series[0].marks);
  EXPECT_EQ(lines.rows.size(), 30u);
  EXPECT_EQ(lines.rows.back().back(), 499) << "the best";
  EXPECT_EQ(chart.series[0].name, "500 trials as a density, the 30 best as lines");
  ASSERT_EQ(lines.density.size(), 3u) << "between four axes";
  // rate 0.5 of 0.001 to 1 on a logarithmic axis: log(500)/log(1000) = 0.8997, the eighth cell of eight. "a"
  // and "b" are at a quarter and three quarters of their axis.
  EXPECT_EQ(lines.density[0][7 * 8 + 2], 400);
  EXPECT_EQ(lines.density[0][7 * 8 + 6], 100);
  const auto sum = [&](std::size_t pair) {
    return std::accumulate(lines.density[pair].begin(), lines.density[pair].end(), std::int64_t{0});
  };
  EXPECT_EQ(sum(0), 500);
  EXPECT_EQ(sum(1), 100) << "only trials of kind b have a degree";
  EXPECT_EQ(sum(2), 100);
}

TEST(ParallelChart, ShowsOnlyWhatPassesThroughTheChosenPartsOnAxesOfAll) {
  std::vector<Trial> trials;
  for (int i = 0; i < 50; ++i)
    trials.push_back(lined_trial(i, i < 20 ? 0.01 : 0.5, i % 5 == 0 ? "b" : "a", i));
  ParallelOptions asked{.most = 5, .most_lines = 3};
  asked.chosen = parse_axis_parts("rate:0.005..0.02;kind:-0.5..0.5");
  const plot::Chart chart = parallel_chart(lined_study(), trials, asked);
  const auto& lines = std::get<plot::Parallel>(chart.series[0].marks);
  EXPECT_EQ(chart.series[0].name, "16 trials as a density, the 3 best as lines");
  EXPECT_EQ(lines.axes.back().high, 49.0) << "of all trials";
  EXPECT_EQ(chart.series.size(), 1u) << "the best trial does not pass there";
  EXPECT_EQ(parse_axis_parts("a%20b:0..1,2..3")[0].intervals.size(), 2u);
  EXPECT_EQ(parse_axis_parts("a%20b:0..1")[0].label, "a b");
  for (const char* wrong : {"rate", "rate:1", "rate:a..b", "rate:1..", ":"})
    EXPECT_THROW(parse_axis_parts(wrong), Error) << wrong;
}

TEST(ParallelChart, OfVeryManyParametersShowsThoseThatTellMost) {
  std::vector<Parameter> parameters;
  for (int i = 0; i < 60; ++i) parameters.push_back(real("p" + std::to_string(i), 0, 1));
  const Study wide{.name = "w", .space = Space(parameters), .objectives = {{"loss", Direction::Minimize}}};
  std::vector<Trial> trials;
  for (int i = 0; i < 200; ++i) {
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    std::vector<std::optional<Value>> values;
    for (int k = 0; k < 60; ++k)
      values.emplace_back(static_cast<double>((i * (2 * k + 3) + 7 * k) % 199) / 199.0);
    trial.configuration = wide.space.configuration(values);
    trial.values = {*as_number(*values[57])};
    trials.push_back(trial);
  }
  const plot::Chart chart = parallel_chart(wide, trials);
  EXPECT_EQ(chart.x.categories.size(), 21u);
  EXPECT_NE(std::find(chart.x.categories.begin(), chart.x.categories.end(), "p57"), chart.x.categories.end());
  EXPECT_EQ(chart.note, "The 20 parameters of 60 that tell most; name others to see them.");
  EXPECT_EQ(parallel_chart(wide, trials, {.parameters = {"p1", "p2"}}).x.categories.size(), 3u);
}

TEST(ParallelChart, KnowsItsParameters) {
  EXPECT_THROW(parallel_chart(lined_study(), {}, {.parameters = {"nothing"}}), Error);
  EXPECT_EQ(parallel_chart(lined_study(), {}, {.parameters = {"rate"}}).x.categories.size(), 2u);
}

TEST(ShownOf, KeepsTheBestThirdAndSpreadsTheRest) {
  EXPECT_EQ(shown_of(4, 9), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(shown_of(10, 6), (std::vector<std::size_t>{0, 1, 2, 4, 6, 8}));
  EXPECT_TRUE(shown_of(0, 6).empty());
}

TEST(CurveCharts, MarkPrunedTrialsWhereTheyEnded) {
  std::vector<Trial> trials = {lined_trial(0, 0.1, "a", 0.9), lined_trial(1, 0.1, "a", 0.1)};
  EXPECT_TRUE(curve_charts(lined_study(), trials, {}).empty()) << "nothing was reported";
  trials[0].reports = {{1, 0.5}, {2, 0.9}};
  trials[1].reports = {{1, 0.1}};
  trials[1].state = TrialState::Pruned;
  trials[1].values.clear();
  const auto charts = curve_charts(lined_study(), trials, {});
  ASSERT_EQ(charts.size(), 1u);
  std::vector<std::string> names;
  for (const auto& series : charts[0].series) names.push_back(series.name);
  EXPECT_EQ(names, (std::vector<std::string>{"complete", "", "pruned", "best (trial 0)"}));
  EXPECT_EQ(std::get<plot::Dots>(charts[0].series[2].marks).x, std::vector<double>{1});
}

TEST(CurveCharts, ShortenLongCurvesButKeepTheirEnd) {
  std::vector<Trial> trials = {lined_trial(0, 0.1, "a", 0.9)};
  for (int step = 0; step < 5001; ++step) trials[0].reports.push_back({step, 0.1 * step});
  const auto charts = curve_charts(lined_study(), trials, {});
  const auto& line = std::get<plot::Line>(charts[0].series[0].marks);
  EXPECT_LE(line.x.size(), 202u);
  EXPECT_EQ(line.x[line.x.size() - 2], 5000);
}

}  // namespace
}  // namespace hone::charts
