// SPDX-License-Identifier: MIT
#include "hone/samplers/cost_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/core/cost.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

const Space kSpace({real("x", 0, 1), real("y", 0, 1)});

// Ten-fold more expensive from one end of x to the other.
Trial with_cost(int number, double x, double y, TrialState state = TrialState::Complete) {
  Trial trial = test::finish(number, {kSpace.configuration({x, y})}, state, x);
  trial.attributes["money"] = std::pow(10.0, x);
  return trial;
}

std::vector<Trial> spread(int count) {
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i)
    trials.push_back(with_cost(i, std::fmod(0.37 + 0.618 * i, 1.0), std::fmod(0.1 + 0.382 * i * i, 1.0)));
  return trials;
}

double expected_at(const CostModel& model, double x) {
  const search::SearchSpace space(kSpace);
  return model.expected(space.point(kSpace.configuration({x, 0.5})));
}

TEST(CostModel, TellsWhatPointsCost) {
  const auto model = learn_cost(spread(20), "money", search::SearchSpace(kSpace), 1);
  ASSERT_TRUE(model);
  EXPECT_NEAR(expected_at(*model, 0.2), std::pow(10.0, 0.2), 0.1);
  EXPECT_NEAR(expected_at(*model, 0.8), std::pow(10.0, 0.8), 0.3);
}

TEST(CostModel, NeedsSomeCostsThatDiffer) {
  const search::SearchSpace space(kSpace);
  EXPECT_FALSE(learn_cost(spread(3), "money", space, 1));
  EXPECT_TRUE(learn_cost(spread(4), "money", space, 1));
  EXPECT_FALSE(learn_cost(spread(20), "not reported", space, 1));
  std::vector<Trial> equal = spread(20);
  for (Trial& trial : equal) trial.attributes["money"] = 3.0;
  EXPECT_FALSE(learn_cost(equal, "money", space, 1));
}

TEST(CostModel, LearnsFromFailedTrialsAndNotFromPrunedOnes) {
  const search::SearchSpace space(kSpace);
  std::vector<Trial> trials = spread(20);
  const auto plain = learn_cost(trials, "money", space, 1);
  std::vector<Trial> pruned = trials;
  pruned.push_back(with_cost(20, 0.5, 0.5, TrialState::Pruned));
  pruned.back().attributes["money"] = 1e-6;
  EXPECT_EQ(expected_at(*learn_cost(pruned, "money", space, 1), 0.5), expected_at(*plain, 0.5));
  for (Trial& trial : trials) trial.state = TrialState::Failed;
  EXPECT_EQ(expected_at(*learn_cost(trials, "money", space, 1), 0.5), expected_at(*plain, 0.5));
}

}  // namespace
}  // namespace hone::samplers
