// SPDX-License-Identifier: MIT
#include "hone/analysis/percentile_pruner.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "analysis/pruner_objectives.hpp"

namespace hone::analysis {
namespace {

Trial trial(std::int64_t number, TrialState state, std::vector<Report> reports) {
  Trial result;
  result.number = number;
  result.state = state;
  result.reports = std::move(reports);
  return result;
}

Trial running(std::vector<Report> reports) { return trial(100, TrialState::Running, std::move(reports)); }

// Means up to step 1: 1, 2, 3, 4, 5; up to step 0: 2, 4, 6, 8, 10.
std::vector<Trial> five() {
  std::vector<Trial> trials;
  for (int i = 0; i < 5; ++i)
    trials.push_back(trial(i, TrialState::Complete, {{0, 2.0 * (i + 1)}, {1, 0.0}, {2, -100}}));
  return trials;
}

TEST(MedianPruner, StopsWhatIsWorseThanTheMedianOfMeans) {
  const MedianPruner pruner;
  EXPECT_TRUE(pruner.should_stop(running({{1, 3.1}}), five(), kDown));
  EXPECT_FALSE(pruner.should_stop(running({{1, 3.0}}), five(), kDown));
  EXPECT_TRUE(pruner.should_stop(running({{1, 2.9}}), five(), kUp));
  EXPECT_TRUE(pruner.should_stop(running({{0, 6.5}}), five(), kDown));
}

TEST(MedianPruner, JudgesATrialByItsBestReport) {
  EXPECT_FALSE(MedianPruner().should_stop(running({{0, 1.0}, {1, 50}}), five(), kDown));
  EXPECT_FALSE(MedianPruner().should_stop(running({{0, 50}, {1, 1.0}}), five(), kUp));
}

TEST(MedianPruner, TakesTheMiddleOfAnEvenNumber) {
  auto trials = five();
  trials.pop_back();  // means up to step 1: 1, 2, 3, 4
  const MedianPruner pruner({.startup_trials = 4});
  EXPECT_TRUE(pruner.should_stop(running({{1, 2.6}}), trials, kDown));
  EXPECT_FALSE(pruner.should_stop(running({{1, 2.5}}), trials, kDown));
}

TEST(MedianPruner, WaitsForEnoughCompleteTrials) {
  auto trials = five();
  trials[0].state = TrialState::Pruned;
  EXPECT_FALSE(MedianPruner().should_stop(running({{1, 99}}), trials, kDown));
  EXPECT_TRUE(MedianPruner({.startup_trials = 4}).should_stop(running({{1, 99}}), trials, kDown));
  EXPECT_FALSE(MedianPruner({.startup_trials = 1}).should_stop(running({{1, 99}}), {}, kDown));
}

TEST(MedianPruner, LooksAtTrialsThatReportedEarlyEnough) {
  auto trials = five();
  trials[0].reports = {{7, 1.0}};
  EXPECT_FALSE(MedianPruner().should_stop(running({{1, 99}}), trials, kDown));
}

TEST(MedianPruner, LeavesWarmingTrialsAlone) {
  const MedianPruner pruner({.look = {.warmup_steps = 2}});
  EXPECT_FALSE(pruner.should_stop(running({{1, 99}}), five(), kDown));
  EXPECT_TRUE(pruner.should_stop(running({{1, 99}, {2, 99}}), five(), kDown));
}

TEST(MedianPruner, LooksOnceAnInterval) {
  const MedianPruner pruner({.look = {.warmup_steps = 1, .interval = 10}});
  EXPECT_TRUE(pruner.should_stop(running({{1, 99}}), five(), kDown));
  EXPECT_FALSE(pruner.should_stop(running({{1, 99}, {10, 99}}), five(), kDown));
  EXPECT_TRUE(pruner.should_stop(running({{1, 99}, {10, 99}, {13, 99}}), five(), kDown));
  EXPECT_FALSE(pruner.should_stop(running({{1, 99}, {13, 99}, {14, 99}}), five(), kDown));
}

TEST(MedianPruner, StopsWhatIsNotANumberOnceThereIsAMedian) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(MedianPruner().should_stop(running({{1, nan}}), five(), kDown));
  EXPECT_FALSE(MedianPruner().should_stop(running({{1, nan}}), {}, kDown));
  EXPECT_FALSE(MedianPruner({.startup_trials = 6}).should_stop(running({{1, nan}}), five(), kDown));
  EXPECT_FALSE(MedianPruner({.look = {.warmup_steps = 2}}).should_stop(running({{1, nan}}), five(), kDown));
  EXPECT_FALSE(MedianPruner().should_stop(running({}), five(), kDown));
}

TEST(MedianPruner, DoesNotCompareATrialWithItself) {
  auto trials = five();
  trials[4].number = 100;
  EXPECT_FALSE(MedianPruner().should_stop(running({{1, 99}}), trials, kDown));
}

TEST(MedianPruner, OfSeveralObjectivesMoreThanHalfMustBeAhead) {
  const std::vector<Objective> both = {{"loss"}, {"size"}};
  const auto with = [](double loss, double size) { return Report::of(1, std::vector<double>{loss, size}); };
  std::vector<Trial> others;
  for (int i = 0; i < 5; ++i) others.push_back(trial(i, TrialState::Complete, {with(i, i)}));
  const MedianPruner pruner({.startup_trials = 5});
  EXPECT_FALSE(pruner.should_stop(running({with(1.5, 1.5)}), others, both)) << "two of five dominate it";
  EXPECT_TRUE(pruner.should_stop(running({with(2.5, 2.5)}), others, both)) << "three of five do";
  EXPECT_FALSE(pruner.should_stop(running({with(2.5, -1)}), others, both)) << "none does";
  EXPECT_FALSE(pruner.should_stop(running({{1, 99}}), others, both)) << "one of two values is not compared";
}

}  // namespace
}  // namespace hone::analysis
