// SPDX-License-Identifier: MIT
#include "hone/core/study.hpp"

#include <gtest/gtest.h>

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

TEST(TrialState, ReadsBackItsNames) {
  for (int i = 0; i < 7; ++i) {
    const auto state = static_cast<TrialState>(i);
    EXPECT_EQ(parse_trial_state(to_text(state)), state);
  }
  EXPECT_FALSE(parse_trial_state("done"));
}

}  // namespace
}  // namespace hone
