// SPDX-License-Identifier: MIT
#include "hone/analysis/expectation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"

namespace hone::analysis {
namespace {

Study bowl() {
  return {.name = "s", .space = Space({real("x", 0, 1)}), .objectives = {{"score", Direction::Maximize}}};
}

Configuration at(double x) { return bowl().space.configuration({Value(x)}); }

std::vector<Trial> bowl_trials(int count) {
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i) {
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    const double x = (i + 0.5) / count;
    trial.configuration = at(x);
    trial.values = {5.0 - 4.0 * (x - 0.5) * (x - 0.5)};
    trials.push_back(std::move(trial));
  }
  return trials;
}

TEST(ExpectedValues, AreInTheUnitsAndDirectionOfTheObjective) {
  const std::vector<Configuration> places = {at(0.5), at(0.0), at(0.75)};
  const auto values = expected_values(bowl(), bowl_trials(30), {.sampler = "s"}, 0, places);
  ASSERT_EQ(values.size(), 3u);
  EXPECT_NEAR(values[0], 5.0, 0.05);
  EXPECT_NEAR(values[1], 4.0, 0.1);
  EXPECT_NEAR(values[2], 4.75, 0.05);
}

TEST(ExpectedValues, NeedTrials) {
  EXPECT_THROW(expected_values(bowl(), bowl_trials(3), {}, 0, std::vector{at(0.5)}), Error);
}

/// A valley whose bottom is at 0.5, seen through noise; trial 7, far from it, was lucky.
std::vector<Trial> noisy_trials(double noise) {
  Rng rng(5);
  std::vector<Trial> trials = bowl_trials(60);
  for (Trial& trial : trials) trial.values[0] += noise * rng.normal();
  trials[7].values[0] += 8.0 * noise;
  return trials;
}

TEST(PredictedBest, IsNotTheLuckiestTrial) {
  const std::vector<Trial> trials = noisy_trials(0.15);
  ASSERT_EQ(best_trial(trials, bowl().objectives[0])->number, 7);
  const auto best = predicted_best(bowl(), trials, {.sampler = "s"});
  ASSERT_TRUE(best);
  const double x = std::get<double>(*best->configuration[0]);
  EXPECT_NEAR(x, 0.5, 0.2);
  EXPECT_EQ(trials[static_cast<std::size_t>(best->trial)].configuration, best->configuration);
  EXPECT_NEAR(best->mean, 5.0, 0.15);
  EXPECT_LT(best->low, best->mean);
  EXPECT_GT(best->high, best->mean);
  EXPECT_GT(best->noise, 0.05);
  EXPECT_LT(best->noise, 0.5);
}

TEST(PredictedBest, IsNotAskedForWithoutNoise) {
  EXPECT_FALSE(predicted_best(bowl(), bowl_trials(60), {.sampler = "s"}));
  EXPECT_FALSE(predicted_best(bowl(), {}, {.sampler = "s"}));
  EXPECT_FALSE(predicted_best(bowl(), bowl_trials(4), {.sampler = "s"})) << "too few for a model";
}

TEST(PredictedBest, BelievesRepeatsBeforeTheModel) {
  std::vector<Trial> equal = noisy_trials(0.15);
  equal.push_back(equal[3]);
  equal.back().number = 60;
  EXPECT_FALSE(predicted_best(bowl(), equal, {.sampler = "s"})) << "the same settings gave the same value";
  std::vector<Trial> scatter = bowl_trials(60);
  scatter.push_back(scatter[3]);
  scatter.back().number = 60;
  scatter.back().values[0] += 0.01;
  EXPECT_TRUE(predicted_best(bowl(), scatter, {.sampler = "s"}));
}

}  // namespace
}  // namespace hone::analysis
