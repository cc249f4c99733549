// SPDX-License-Identifier: MIT
#include "hone/samplers/informed_trials.hpp"

#include <gtest/gtest.h>

namespace hone::samplers {
namespace {

Space space_with(bool optional) {
  Parameter late = real("late", 0, 1);
  late.optional = optional;
  return Space({real("x", 0, 1), late});
}

std::vector<Trial> trials_of(const Space& space, int lacking, int informed) {
  std::vector<Trial> trials;
  for (int i = 0; i < lacking + informed; ++i) {
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    trial.values = {0.0};
    trial.configuration =
        Configuration(space.names(), {0.5, i < lacking ? std::nullopt : std::optional<Value>(0.25)});
    trials.push_back(trial);
  }
  return trials;
}

TEST(InformedTrials, ThoseThatLackAParameterAreLeftOutWhenEnoughHaveIt) {
  const Space space = space_with(true);
  std::vector<Trial> kept;
  EXPECT_EQ(informed_trials(trials_of(space, 10, 3), space, kept).size(), 13U);
  const std::vector<Trial> enough = trials_of(space, 10, 4);  // twice two parameters
  const auto seen = informed_trials(enough, space, kept);
  ASSERT_EQ(seen.size(), 4U);
  EXPECT_EQ(seen[0].number, 10);
  EXPECT_EQ(informed_trials(trials_of(space, 2, 2), space, kept).size(), 2U) << "as many as lack it";
}

TEST(InformedTrials, FailuresAreNotEnough) {
  const Space space = space_with(true);
  std::vector<Trial> trials = trials_of(space, 10, 4);
  trials.back().state = TrialState::Failed;
  std::vector<Trial> kept;
  EXPECT_EQ(informed_trials(trials, space, kept).size(), 14U);
}

TEST(InformedTrials, WithoutOptionalParametersNothingIsLookedAt) {
  const Space space = space_with(false);
  const std::vector<Trial> trials = trials_of(space, 0, 9);
  std::vector<Trial> kept;
  EXPECT_EQ(informed_trials(trials, space, kept).data(), trials.data());
}

}  // namespace
}  // namespace hone::samplers
