// SPDX-License-Identifier: MIT
#include "hone/analysis/asha_pruner.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hone::analysis {
namespace {

const Objective kDown{"loss", Direction::Minimize};
const Objective kUp{"score", Direction::Maximize};

Trial trial(std::int64_t number, std::vector<Report> reports, TrialState state = TrialState::Running) {
  Trial result;
  result.number = number;
  result.state = state;
  result.reports = std::move(reports);
  return result;
}

// Values 0 ... 7 at step 1.
std::vector<Trial> eight() {
  std::vector<Trial> trials;
  for (int i = 0; i < 8; ++i)
    trials.push_back(trial(i, {{1, 1.0 * i}}, i % 2 == 0 ? TrialState::Pruned : TrialState::Running));
  return trials;
}

TEST(AshaPruner, LetsTheBestFractionPassARung) {
  const AshaPruner pruner({.min_resource = 1, .reduction_factor = 4});
  // Nine trials have reached the rung, so two pass.
  EXPECT_FALSE(pruner.should_stop(trial(9, {{1, -1}}), eight(), kDown));
  EXPECT_FALSE(pruner.should_stop(trial(9, {{1, 0.5}}), eight(), kDown));
  EXPECT_TRUE(pruner.should_stop(trial(9, {{1, 1.5}}), eight(), kDown));
  EXPECT_FALSE(pruner.should_stop(trial(9, {{1, 6.5}}), eight(), kUp));
  EXPECT_TRUE(pruner.should_stop(trial(9, {{1, 5.5}}), eight(), kUp));
}

TEST(AshaPruner, LetsTheBestOfFewPass) {
  const AshaPruner pruner({.min_resource = 1, .reduction_factor = 4});
  EXPECT_FALSE(pruner.should_stop(trial(9, {{1, 5}}), {}, kDown));
  const std::vector<Trial> one = {trial(0, {{1, 1}})};
  EXPECT_FALSE(pruner.should_stop(trial(9, {{1, 0.5}}), one, kDown));
  EXPECT_FALSE(pruner.should_stop(trial(9, {{1, 1}}), one, kDown));
  EXPECT_TRUE(pruner.should_stop(trial(9, {{1, 5}}), one, kDown));
}

TEST(AshaPruner, JudgesOnlyAtRungs) {
  const AshaPruner pruner({.min_resource = 2, .reduction_factor = 3});  // rungs 2, 6, 18
  const std::vector<Trial> others = {trial(0, {{2, 1}, {6, 0}})};
  EXPECT_FALSE(pruner.should_stop(trial(9, {{1, 5}}), others, kDown));
  EXPECT_TRUE(pruner.should_stop(trial(9, {{1, 5}, {2, 5}}), others, kDown));
  EXPECT_FALSE(pruner.should_stop(trial(9, {{2, 5}, {3, 5}}), others, kDown));
  EXPECT_FALSE(pruner.should_stop(trial(9, {{2, 5}, {5, 5}}), others, kDown));
  EXPECT_TRUE(pruner.should_stop(trial(9, {{5, 5}, {7, 5}}), others, kDown));
  EXPECT_FALSE(pruner.should_stop(trial(9, {{7, 5}, {20, 5}}), others, kDown));  // nobody else came that far
}

TEST(AshaPruner, ComparesWithTheFirstReportAtARung) {
  const AshaPruner pruner({.min_resource = 4, .reduction_factor = 2});
  const std::vector<Trial> others = {trial(0, {{3, 0}, {5, 2}, {6, 0}})};
  EXPECT_FALSE(pruner.should_stop(trial(9, {{4, 1}}), others, kDown));
  EXPECT_TRUE(pruner.should_stop(trial(9, {{4, 3}}), others, kDown));
}

TEST(AshaPruner, StopsNobodyInGrace) {
  const AshaPruner pruner({.min_resource = 1, .reduction_factor = 2, .grace = 4});
  const std::vector<Trial> others = {trial(0, {{1, 0}, {2, 0}, {4, 0}})};
  EXPECT_FALSE(pruner.should_stop(trial(9, {{2, 5}}), others, kDown));
  EXPECT_TRUE(pruner.should_stop(trial(9, {{2, 5}, {4, 5}}), others, kDown));
}

TEST(AshaPruner, StopsWhatIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(AshaPruner().should_stop(trial(9, {{1, nan}}), {}, kDown));
  const std::vector<Trial> others = {trial(0, {{1, nan}})};
  EXPECT_FALSE(AshaPruner().should_stop(trial(9, {{1, 5}}), others, kDown));
  EXPECT_FALSE(AshaPruner().should_stop(trial(9, {}), others, kDown));
}

TEST(AshaPruner, SurvivesTheLargestStep) {
  EXPECT_FALSE(
      AshaPruner().should_stop(trial(9, {{std::numeric_limits<std::int64_t>::max(), 5}}), {}, kDown));
}

}  // namespace
}  // namespace hone::analysis
