// SPDX-License-Identifier: MIT
#include "hone/runner/stop_rules.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "hone/base/error.hpp"

namespace hone::runner {
namespace {

const std::vector<Objective> kMinimize = {{"loss", Direction::Minimize}};
const std::vector<Objective> kMaximize = {{"score", Direction::Maximize}};

template <class Value>
Budget limited(std::optional<Value> Budget::*field, Value value) {
  Budget budget;
  budget.*field = value;
  return budget;
}

Trial ended(std::int64_t number, TrialState state, double value = 0.0, Timestamp finished = 0) {
  Trial trial;
  trial.number = number;
  trial.state = state;
  if (state == TrialState::Complete) trial.values = {value};
  trial.finished = finished;
  return trial;
}

TEST(StopRules, GoOnWithoutLimits) {
  StopRules rules({}, kMinimize);
  for (int i = 0; i < 100; ++i) rules.finished(ended(i, TrialState::Failed));
  EXPECT_EQ(rules.verdict(1e9), std::nullopt);
}

TEST(StopRules, StopWhenTheTargetIsReached) {
  StopRules down(limited(&Budget::target, 0.5), kMinimize);
  down.finished(ended(0, TrialState::Complete, 0.6));
  EXPECT_EQ(down.verdict(0), std::nullopt);
  down.finished(ended(1, TrialState::Complete, 0.5));
  EXPECT_EQ(down.verdict(0), StopReason::Target);
  StopRules up(limited(&Budget::target, 0.5), kMaximize);
  up.begin(std::vector{ended(0, TrialState::Complete, 0.4)});
  EXPECT_EQ(up.verdict(0), std::nullopt);
  up.finished(ended(1, TrialState::Complete, 0.9));
  EXPECT_EQ(up.verdict(0), StopReason::Target);
}

TEST(StopRules, StopWhenNothingImproves) {
  StopRules rules(limited(&Budget::patience, std::int64_t{2}), kMinimize);
  rules.finished(ended(0, TrialState::Complete, 1.0));
  rules.finished(ended(1, TrialState::Complete, 1.0));
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(ended(2, TrialState::Complete, 0.5));
  rules.finished(ended(3, TrialState::Failed));
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(ended(4, TrialState::Complete, 0.7));
  EXPECT_EQ(rules.verdict(0), StopReason::Patience);
}

TEST(StopRules, CountPatienceInTheOrderOfEndsAlsoAfterResuming) {
  StopRules rules(limited(&Budget::patience, std::int64_t{2}), kMinimize);
  // The best one has the smallest number but ended last.
  rules.begin(std::vector{ended(0, TrialState::Complete, 0.1, 30), ended(1, TrialState::Complete, 1.0, 10),
                          ended(2, TrialState::Complete, 2.0, 20), ended(3, TrialState::Running)});
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(ended(3, TrialState::Complete, 1.0));
  rules.finished(ended(4, TrialState::Complete, 1.0));
  EXPECT_EQ(rules.verdict(0), StopReason::Patience);
}

TEST(StopRules, CountFailuresOfThisRun) {
  StopRules rules(limited(&Budget::max_failures, std::int64_t{2}), kMinimize);
  rules.begin(std::vector{ended(0, TrialState::Failed), ended(1, TrialState::Failed)});
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(ended(2, TrialState::TimedOut));
  rules.finished(ended(3, TrialState::Infeasible));
  rules.finished(ended(4, TrialState::Pruned));
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(ended(5, TrialState::Failed));
  EXPECT_EQ(rules.verdict(0), StopReason::Failures);
}

TEST(StopRules, StopWhenTheTimeIsUp) {
  const StopRules rules(limited(&Budget::time, 10.0), kMinimize);
  EXPECT_EQ(rules.verdict(9.9), std::nullopt);
  EXPECT_EQ(rules.verdict(10.0), StopReason::Time);
}

TEST(StopRules, RefuseABestOfSeveralObjectives) {
  EXPECT_THROW(StopRules(limited(&Budget::target, 1.0), std::vector<Objective>(2)), Error);
  EXPECT_THROW(StopRules(limited(&Budget::patience, std::int64_t{1}), std::vector<Objective>(2)), Error);
  EXPECT_NO_THROW(StopRules(limited(&Budget::time, 1.0), std::vector<Objective>(2)));
}

TEST(StopRules, ANewSpaceIsANewHope) {
  StopRules rules(limited(&Budget::patience, std::int64_t{2}), kMinimize);
  std::vector<Trial> history;
  for (int i = 0; i < 6; ++i) history.push_back(ended(i, TrialState::Complete, i, i));
  history[5].version = 3;
  rules.begin(history, 3);
  EXPECT_EQ(rules.verdict(0), std::nullopt) << "one trial in the new space is not two";
  rules.finished(ended(6, TrialState::Complete, 9.0));
  EXPECT_EQ(rules.verdict(0), StopReason::Patience);
}

TEST(StopRules, ATrialOutsideTheSpaceReachesNoTarget) {
  StopRules rules(limited(&Budget::target, 0.5), kMinimize);
  Trial outside = ended(0, TrialState::Complete, 0.1);
  outside.outside = "x is 3, outside 0 to 1";
  rules.begin(std::vector{outside});
  EXPECT_EQ(rules.verdict(0), std::nullopt);
}

}  // namespace
}  // namespace hone::runner
