// SPDX-License-Identifier: MIT
#include "hone/charts/timeline_chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace hone::charts {
namespace {

Trial timed(std::int64_t number, const char* worker, Timestamp started, Timestamp finished,
            TrialState state) {
  Trial out;
  out.number = number;
  out.state = state;
  out.worker = worker;
  out.started = started;
  out.finished = finished;
  return out;
}

TEST(TimelineCharts, FindTheParallelPlacesOfAWorker) {
  const std::vector<Trial> trials = {timed(0, "h:1:2:m", 1000, 3000, TrialState::Complete),
                                     timed(1, "h:1:2:m", 1500, 2000, TrialState::Failed),
                                     timed(2, "h:1:2:m", 2000, 4000, TrialState::Complete),
                                     timed(3, "other", 1000, 0, TrialState::Running)};
  const auto charts = timeline_charts(trials, 6000);
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].y.categories, (std::vector<std::string>{"h:1", "other", "h:1"})) << "from the bottom";
  EXPECT_EQ(charts[0].x.label, "seconds since the first trial began");
  ASSERT_EQ(charts[0].series.size(), 3u);
  const auto& complete = std::get<plot::Spans>(charts[0].series[0].marks);
  EXPECT_EQ(complete.row, (std::vector<double>{0, 2})) << "trial 2 took the place that trial 1 left";
  EXPECT_EQ(complete.begin, (std::vector<double>{1, 0}));
  EXPECT_EQ(complete.numbers, (std::vector<std::int64_t>{2, 0})) << "bars say whose they are";
  EXPECT_EQ(charts[0].series[1].name, "failed");
  const auto& running = std::get<plot::Spans>(charts[0].series[2].marks);
  EXPECT_EQ(running.end, std::vector<double>{5}) << "until now";
}

TEST(TimelineCharts, OfAStudyThatHasEndedStayAsTheyAre) {
  std::vector<Trial> trials;
  for (int i = 0; i < 40; ++i)
    trials.push_back(timed(i, "w", 1000 + 1000 * i, 1900 + 1000 * i, TrialState::Complete));
  const auto at_once = timeline_charts(trials, 41'000);
  const auto next_year = timeline_charts(trials, 41'000 + Timestamp{365} * 86'400'000);
  const auto& bars = std::get<plot::Spans>(next_year[0].series[0].marks);
  EXPECT_EQ(bars.row.size(), 40u);
  EXPECT_EQ(bars.end, std::get<plot::Spans>(at_once[0].series[0].marks).end);
  EXPECT_EQ(next_year[0].x.label, at_once[0].x.label);
}

TEST(TimelineCharts, TellATimeOutFromAFailure) {
  const std::vector<Trial> trials = {timed(0, "w", 1000, 2000, TrialState::Failed),
                                     timed(1, "w", 2000, 3000, TrialState::TimedOut)};
  const auto charts = timeline_charts(trials);
  ASSERT_EQ(charts[0].series.size(), 2u);
  EXPECT_EQ(charts[0].series[1].name, "timed out");
  EXPECT_NE(charts[0].series[0].colour, charts[0].series[1].colour);
}

TEST(TimelineCharts, AreNothingWithoutTimes) {
  EXPECT_TRUE(timeline_charts(std::vector<Trial>{timed(0, "", 0, 0, TrialState::Complete)}).empty());
  EXPECT_TRUE(timeline_charts({}).empty());
}

TEST(TimelineCharts, JoinBarsThatNobodyCouldTellApart) {
  std::vector<Trial> trials;
  for (int i = 0; i < 20000; ++i)
    trials.push_back(timed(i, "w", 1000 + 10 * i, 1009 + 10 * i, TrialState::Complete));
  const auto charts = timeline_charts(trials);
  const auto& bars = std::get<plot::Spans>(charts[0].series[0].marks);
  EXPECT_LT(bars.row.size(), 4000u);
  EXPECT_EQ(*std::max_element(bars.end.begin(), bars.end.end()), (1009 + 10 * 19999 - 1000) / 60000.0);
}

TEST(TimelineCharts, ShowTheBusiestOfManyWorkers) {
  std::vector<Trial> trials;
  for (int i = 0; i < 100; ++i)
    trials.push_back(timed(i, std::to_string(i).c_str(), 1000, 2000, TrialState::Complete));
  EXPECT_EQ(timeline_charts(trials)[0].y.categories.size(), 40u);
}

}  // namespace
}  // namespace hone::charts
