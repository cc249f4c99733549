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
  StopRules rules({.give_up_after = 0}, kMinimize);
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

Trial expecting(std::int64_t number, std::optional<double> gain, std::optional<double> cost = {}) {
  Trial trial = ended(number, TrialState::Complete, 1.0, number);
  if (gain) trial.notes["expected_gain"] = *gain;
  if (cost) trial.notes["expected_cost"] = *cost;
  return trial;
}

TEST(StopRules, StopWhenTheLastProposalsExpectTooLittle) {
  StopRules rules({.give_up_after = 0}, kMinimize, {.gain = 0.1, .patience = 2});
  rules.finished(expecting(0, 0.05));
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(expecting(1, 0.2));
  rules.finished(expecting(2, 0.05));
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(expecting(3, std::nullopt));  // from the queue
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(expecting(4, 0.09));
  EXPECT_EQ(rules.verdict(0), StopReason::Gain);
}

TEST(StopRules, JudgeGainsByTheNumbersOfTrialsAlsoAfterResuming) {
  StopRules rules({.give_up_after = 0}, kMinimize, {.gain = 0.1, .patience = 2});
  // Number 3 ended first.
  rules.begin(std::vector{expecting(3, 0.01), expecting(1, 0.5), expecting(2, 0.02)});
  EXPECT_EQ(rules.verdict(0), StopReason::Gain);
  rules.begin(std::vector{expecting(3, 0.5), expecting(1, 0.01), expecting(2, 0.02)});
  EXPECT_EQ(rules.verdict(0), std::nullopt);
}

TEST(StopRules, JudgeGainsForAUnitOfCost) {
  StopRules rules({.give_up_after = 0}, kMinimize, {.gain = 0.1, .patience = 1});
  rules.finished(expecting(0, 0.5, 2.0));
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(expecting(1, 0.5, 10.0));
  EXPECT_EQ(rules.verdict(0), StopReason::Gain);
}

TEST(StopRules, RefuseALeastGainOfSeveralObjectives) {
  const std::vector<Objective> two = {{"a"}, {"b"}};
  EXPECT_THROW(StopRules({}, two, {.gain = 0.1}), Error);
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

Trial failed(std::int64_t number, const std::string& error, TrialState state = TrialState::Failed) {
  Trial trial = ended(number, state);
  trial.error = error;
  return trial;
}

TEST(GivingUp, NeedsFailuresOfOneKind) {
  StopRules rules({}, kMinimize);
  rules.finished(failed(0, "exit code 1\nno module a"));
  rules.finished(failed(1, "exit code 2"));
  rules.finished(failed(2, "exit code 2\nsomething"));
  EXPECT_EQ(rules.verdict(0), std::nullopt) << "they fail in different ways";
  rules.finished(failed(3, "exit code 2\nsomething else"));
  EXPECT_EQ(rules.verdict(0), StopReason::GaveUp);
}

TEST(GivingUp, IsOverWhenATrialToldSomething) {
  for (const TrialState state : {TrialState::Complete, TrialState::Pruned, TrialState::Infeasible}) {
    StopRules rules({}, kMinimize);
    rules.finished(failed(0, "exit code 1"));
    rules.finished(ended(1, state));
    for (int i = 2; i < 9; ++i) rules.finished(failed(i, "exit code 1"));
    EXPECT_EQ(rules.verdict(0), std::nullopt) << to_text(state);
    StopRules resumed({}, kMinimize);
    resumed.begin(std::vector{ended(0, state)});
    for (int i = 1; i < 9; ++i) resumed.finished(failed(i, "exit code 1"));
    EXPECT_EQ(resumed.verdict(0), std::nullopt) << to_text(state) << " in an earlier run";
  }
}

TEST(GivingUp, CountsThisRunOnlyAndTimeOutsToo) {
  StopRules rules({}, kMinimize);
  rules.begin(std::vector{failed(0, "exit code 1"), failed(1, "exit code 1")});
  rules.finished(failed(2, "stopped after 5 seconds", TrialState::TimedOut));
  rules.finished(failed(3, "stopped after 5 seconds", TrialState::TimedOut));
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.finished(failed(4, "stopped after 5 seconds\nepoch 7", TrialState::TimedOut));
  EXPECT_EQ(rules.verdict(0), StopReason::GaveUp);
}

TEST(GivingUp, TakesNoTrialThatWasLeftOutForAFailure) {
  StopRules rules({.patience = 2, .max_failures = 2, .give_up_after = 2}, kMinimize);
  for (int i = 0; i < 5; ++i) {
    Trial left_out = failed(i, "it waited and was left out");
    left_out.outside = "x is 3, outside 0 to 1";
    rules.finished(left_out);
  }
  EXPECT_EQ(rules.verdict(0), std::nullopt);
}

TEST(GivingUp, FollowsTheBudget) {
  StopRules early({.give_up_after = 1}, kMinimize);
  early.finished(failed(0, "exit code 1"));
  EXPECT_EQ(early.verdict(0), StopReason::GaveUp);
  StopRules never({.give_up_after = 0}, kMinimize);
  for (int i = 0; i < 50; ++i) never.finished(failed(i, "exit code 1"));
  EXPECT_EQ(never.verdict(0), std::nullopt);
}

TEST(StopRules, JudgeAnewWhenATrialWasCorrected) {
  StopRules rules(limited(&Budget::target, 0.5), kMinimize);
  rules.finished(ended(0, TrialState::Complete, 0.05));
  EXPECT_EQ(rules.verdict(0), StopReason::Target);
  rules.begin(std::vector{ended(0, TrialState::Complete, 50.0)});
  EXPECT_EQ(rules.verdict(0), std::nullopt);
  rules.begin(std::vector{ended(0, TrialState::Deleted)});
  EXPECT_EQ(rules.verdict(0), std::nullopt);
}

}  // namespace
}  // namespace hone::runner
