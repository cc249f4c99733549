// SPDX-License-Identifier: MIT
#include "hone/core/study.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "hone/base/text.hpp"

namespace hone {
namespace {

Trial complete(std::int64_t number, std::vector<double> values) {
  Trial trial;
  trial.number = number;
  trial.state = TrialState::Complete;
  trial.values = std::move(values);
  return trial;
}

TEST(BestTrial, LooksAtCompleteTrialsOnlyAndKeepsTheEarlierOfEquals) {
  std::vector<Trial> trials = {complete(0, {3}), complete(1, {1}), complete(2, {1}), complete(3, {0})};
  trials[3].state = TrialState::Failed;
  EXPECT_EQ(best_trial(trials, {"loss", Direction::Minimize})->number, 1);
  EXPECT_EQ(best_trial(trials, {"score", Direction::Maximize})->number, 0);
  EXPECT_EQ(best_trial({}, {}), nullptr);
}

TEST(ParetoTrials, AreThoseNoOtherBeatsInAllObjectives) {
  const std::vector<Trial> trials = {complete(0, {1, 5}), complete(1, {2, 6}), complete(2, {3, 9}),
                                     complete(3, {2, 5}), complete(4, {1, 5})};
  const std::vector<Objective> objectives = {{"loss", Direction::Minimize}, {"score", Direction::Maximize}};
  std::vector<std::int64_t> numbers;
  for (const Trial* trial : pareto_trials(trials, objectives)) numbers.push_back(trial->number);
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{0, 1, 2, 4}));
}

bool beats(const Trial& a, const Trial& b, const std::vector<Objective>& objectives) {
  bool somewhere = false;
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    if (better(objectives[i], b.values[i], a.values[i])) return false;
    somewhere = somewhere || better(objectives[i], a.values[i], b.values[i]);
  }
  return somewhere;
}

// Few different values, so that many are equal.
RC_GTEST_PROP(ParetoTrials, AreWhatTheDefinitionSays, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 5);
  std::vector<Objective> objectives;
  for (std::size_t i = 0; i < count; ++i)
    objectives.push_back({text("o", i), i % 2 == 0 ? Direction::Minimize : Direction::Maximize});
  std::vector<Trial> trials;
  const int most = *rc::gen::inRange(0, 60);
  for (int i = 0; i < most; ++i) {
    std::vector<double> values;
    for (std::size_t k = 0; k < count; ++k) values.push_back(*rc::gen::inRange(0, 6));
    trials.push_back(complete(i, values));
  }
  std::vector<const Trial*> expected;
  for (const Trial& trial : trials) {
    const auto better_one = [&](const Trial& other) { return beats(other, trial, objectives); };
    if (std::none_of(trials.begin(), trials.end(), better_one)) expected.push_back(&trial);
  }
  RC_ASSERT(pareto_trials(trials, objectives) == expected);
}

// It took minutes when every trial was on the front.
TEST(ParetoTrials, AreFoundAmongManyThatAreAllOptimal) {
  std::vector<Trial> trials;
  for (int i = 0; i < 100'000; ++i) trials.push_back(complete(i, {1.0 * i, -1.0 * i, 1.0 * (i % 7)}));
  const std::vector<Objective> objectives = {{"a"}, {"b"}, {"c"}};
  EXPECT_EQ(pareto_trials(trials, objectives).size(), trials.size());
  EXPECT_EQ(pareto_trials(trials, std::span(objectives).first(2)).size(), trials.size());
}

TEST(TrialState, ReadsBackItsNames) {
  for (int i = 0; i < 7; ++i) {
    const auto state = static_cast<TrialState>(i);
    EXPECT_EQ(parse_trial_state(to_text(state)), state);
  }
  EXPECT_FALSE(parse_trial_state("done"));
}

}  // namespace
}  // namespace hone
