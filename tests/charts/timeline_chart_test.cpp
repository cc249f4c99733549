// SPDX-License-Identifier: MIT
#include "hone/charts/timeline_chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hone/charts/value_axis.hpp"

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

TEST(TimelineCharts, TellWhatWasInfeasibleFromAFailure) {
  const std::vector<Trial> trials = {timed(0, "w", 1000, 2000, TrialState::Failed),
                                     timed(1, "w", 2000, 3000, TrialState::TimedOut),
                                     timed(2, "w", 3000, 4000, TrialState::Infeasible)};
  const auto charts = timeline_charts(trials);
  ASSERT_EQ(charts[0].series.size(), 3u);
  EXPECT_EQ(charts[0].series[2].name, "infeasible");
  EXPECT_EQ(charts[0].series[2].colour, kInfeasibleColour) << "as in the other pictures";
  EXPECT_NE(charts[0].series[1].colour, kInfeasibleColour);
}

/// Twelve trials of a second by two workers, the last six so much later.
std::vector<Trial> resumed_after(Timestamp pause) {
  std::vector<Trial> trials;
  for (int i = 0; i < 12; ++i) {
    const Timestamp begin = 1000 + 1100 * (i / 2) + (i < 6 ? 0 : pause);
    trials.push_back(timed(i, i % 2 == 0 ? "a" : "b", begin, begin + 1000, TrialState::Complete));
  }
  return trials;
}

TEST(TimelineCharts, TellEveryTrialOfAStudyThatWasResumedTheNextDay) {
  const auto charts = timeline_charts(resumed_after(86'400'000));
  const auto& bars = std::get<plot::Spans>(charts[0].series[0].marks);
  std::vector<std::int64_t> numbers = bars.numbers;
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  const double reach = *std::max_element(bars.end.begin(), bars.end.end());
  for (std::size_t i = 0; i < bars.end.size(); ++i)
    EXPECT_GT(bars.end[i] - bars.begin[i], reach / 12) << "wide enough to be seen";
  EXPECT_EQ(charts[0].x.label, "seconds since the first trial began, a pause shortened");
  EXPECT_EQ(charts[0].note, "A pause of 24 hours, in which nothing ran, is drawn short.");
  ASSERT_EQ(charts[0].sections.size(), 1u);
  EXPECT_EQ(charts[0].sections[0].label, "after 24 hours");
  EXPECT_EQ(charts[0].sections[0].begin,
            bars.begin[static_cast<std::size_t>(std::find(bars.numbers.begin(), bars.numbers.end(), 6) -
                                                bars.numbers.begin())]);
}

TEST(TimelineCharts, KeepTheTimeBetweenTrialsAsItWas) {
  const auto charts = timeline_charts(resumed_after(8000));
  EXPECT_TRUE(charts[0].note.empty()) << "not much longer than a trial";
  EXPECT_TRUE(charts[0].sections.empty());
  std::vector<Trial> slow;  // a sampler that thinks for longer than trials take
  for (int i = 0; i < 40; ++i)
    slow.push_back(timed(i, "w", 1000 + 30'000 * i, 1100 + 30'000 * i, TrialState::Complete));
  EXPECT_TRUE(timeline_charts(slow)[0].note.empty());
}

TEST(TimelineCharts, OfTrialsThatTookNoTimeStandInTheirOrder) {
  std::vector<Trial> trials;
  for (int i = 0; i < 6; ++i) {
    const Timestamp at = i < 3 ? 1000 : 90'000'000;
    trials.push_back(timed(i, "w", at, at, TrialState::Complete));
  }
  const auto charts = timeline_charts(trials);
  const auto& bars = std::get<plot::Spans>(charts[0].series[0].marks);
  ASSERT_EQ(bars.row.size(), 2u);
  EXPECT_LT(bars.end[0], bars.begin[1]);
}

TEST(TimelineCharts, OfManyPausesAreMostlyWork) {
  std::vector<Trial> trials;
  for (int i = 0; i < 400; ++i) {
    const Timestamp begin = 1000 + 1000 * i + Timestamp{86'400'000} * (i / 4);
    trials.push_back(timed(i, "w", begin, begin + 1000, TrialState::Complete));
  }
  const auto charts = timeline_charts(trials);
  const auto& bars = std::get<plot::Spans>(charts[0].series[0].marks);
  EXPECT_EQ(charts[0].note, "99 pauses, 99 days in all, in which nothing ran, are drawn short.");
  EXPECT_EQ(bars.row.size(), 400u);
  EXPECT_NEAR(bars.end.back(), 400 * 1.3 / 60, 0.1);
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
