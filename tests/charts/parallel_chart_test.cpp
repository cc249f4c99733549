// SPDX-License-Identifier: MIT
#include "hone/charts/parallel_chart.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

TEST(ParallelChart, DrawsSomeOfVeryMany) {
  std::vector<Trial> trials;
  for (int i = 0; i < 500; ++i) trials.push_back(lined_trial(i, 0.5, "a", i));
  const plot::Chart chart = parallel_chart(lined_study(), trials, {.most = 90});
  const auto& lines = std::get<plot::Parallel>(chart.series[0].marks);
  EXPECT_EQ(lines.rows.size(), 90u);
  EXPECT_EQ(lines.rows.back().back(), 499) << "the best";
  EXPECT_EQ(chart.series[0].name, "90 of 500 trials, the better the stronger");
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
  EXPECT_TRUE(curve_charts(lined_study(), trials, false).empty()) << "nothing was reported";
  trials[0].reports = {{1, 0.5}, {2, 0.9}};
  trials[1].reports = {{1, 0.1}};
  trials[1].state = TrialState::Pruned;
  trials[1].values.clear();
  const auto charts = curve_charts(lined_study(), trials, false);
  ASSERT_EQ(charts.size(), 1u);
  std::vector<std::string> names;
  for (const auto& series : charts[0].series) names.push_back(series.name);
  EXPECT_EQ(names, (std::vector<std::string>{"complete", "", "pruned", "best (trial 0)"}));
  EXPECT_EQ(std::get<plot::Dots>(charts[0].series[2].marks).x, std::vector<double>{1});
}

TEST(CurveCharts, ShortenLongCurvesButKeepTheirEnd) {
  std::vector<Trial> trials = {lined_trial(0, 0.1, "a", 0.9)};
  for (int step = 0; step < 5001; ++step) trials[0].reports.push_back({step, 0.1 * step});
  const auto charts = curve_charts(lined_study(), trials, false);
  const auto& line = std::get<plot::Line>(charts[0].series[0].marks);
  EXPECT_LE(line.x.size(), 202u);
  EXPECT_EQ(line.x[line.x.size() - 2], 5000);
}

}  // namespace
}  // namespace hone::charts
