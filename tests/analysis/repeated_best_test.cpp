// SPDX-License-Identifier: MIT
#include "hone/analysis/repeated_best.hpp"

#include <gtest/gtest.h>

#include "support/near.hpp"

namespace hone::analysis {
namespace {

const Objective kCost{"cost", Direction::Minimize};

std::vector<Trial> runs_of(const std::vector<std::pair<double, double>>& settings_and_values) {
  const Space space({real("x", 0, 10)});
  std::vector<Trial> trials;
  for (const auto& [setting, value] : settings_and_values) {
    Trial trial;
    trial.number = static_cast<std::int64_t>(trials.size());
    trial.state = TrialState::Complete;
    trial.configuration = space.admit(std::vector<std::pair<std::string, Value>>{{"x", setting}});
    trial.values = {value};
    trials.push_back(std::move(trial));
  }
  return trials;
}

TEST(RepeatedBest, IsNothingWithoutRepeats) {
  EXPECT_FALSE(repeated_best(runs_of({{1, 3}, {2, 4}}), kCost));
  EXPECT_FALSE(repeated_best({}, kCost));
}

TEST(RepeatedBest, PrefersTheBestMeanToTheLuckiestValue) {
  const auto found = repeated_best(runs_of({{1, 0}, {1, 10}, {2, 3}, {2, 5}, {3, -50}}), kCost);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->best.trials, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(found->best.mean, 4.0);
  ASSERT_TRUE(found->next);
  EXPECT_EQ(found->next->mean, 5.0);
}

// scipy: s = sqrt((2 + 2/3) / 4) over {1, 2, 3} and {2, 3, 3}; t.ppf(0.975, 4) = 2.7764451051977987,
// t.cdf((8/3 - 2) / (s sqrt(2/3)), 4) = 0.8130495168499706 (scipy.stats.ttest_ind gives p = 0.37390...).
TEST(RepeatedBest, SaysHowSureItIs) {
  const auto found = repeated_best(runs_of({{1, 1}, {2, 2}, {1, 2}, {2, 3}, {1, 3}, {2, 3}}), kCost);
  ASSERT_TRUE(found);
  EXPECT_TRUE(test::near_rel(found->standard_error, 0.4714045207910317, 1e-12));
  EXPECT_TRUE(test::near_rel(found->margin, 2.7764451051977987 * 0.4714045207910317, 1e-9));
  EXPECT_TRUE(test::near_rel(found->sureness, 0.8130495168499706, 1e-9));
}

TEST(RepeatedBest, TurnsWithTheDirection) {
  const Objective gain{"gain", Direction::Maximize};
  const auto found = repeated_best(runs_of({{1, 1}, {1, 2}, {2, 7}, {2, 6}}), gain);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->best.mean, 6.5);
  EXPECT_GT(found->sureness, 0.97);
}

TEST(RepeatedBest, IsCertainWithoutNoiseAndUndecidedInATie) {
  EXPECT_EQ(repeated_best(runs_of({{1, 1}, {1, 1}, {2, 2}, {2, 2}}), kCost)->sureness, 1.0);
  EXPECT_EQ(repeated_best(runs_of({{1, 1}, {1, 1}, {2, 1}, {2, 1}}), kCost)->sureness, 0.5);
}

TEST(RepeatedBest, LeavesOutTrialsWithoutAValue) {
  auto trials = runs_of({{1, 1}, {1, 2}, {2, 0}, {2, 0}});
  trials[3].state = TrialState::Failed;
  trials[3].values.clear();
  EXPECT_EQ(repeated_best(trials, kCost)->best.mean, 1.5);
}

}  // namespace
}  // namespace hone::analysis
