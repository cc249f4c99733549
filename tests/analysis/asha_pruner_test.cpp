// SPDX-License-Identifier: MIT
#include "hone/analysis/asha_pruner.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hone::analysis {
namespace {

const std::vector<Objective> kLoss = {{"loss", Direction::Minimize}};
const std::vector<Objective> kScore = {{"score", Direction::Maximize}};

Trial reported(std::int64_t number, std::vector<Report> reports, TrialState state = TrialState::Running) {
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
    trials.push_back(reported(i, {{1, 1.0 * i}}, i % 2 == 0 ? TrialState::Pruned : TrialState::Running));
  return trials;
}

TEST(AshaPruner, LetsTheBestFractionPassARung) {
  const AshaPruner pruner({.min_resource = 1, .reduction_factor = 4});
  // Nine trials have reached the rung, so two pass.
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, -1}}), eight(), kLoss));
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, 0.5}}), eight(), kLoss));
  EXPECT_TRUE(pruner.should_stop(reported(9, {{1, 1.5}}), eight(), kLoss));
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, 6.5}}), eight(), kScore));
  EXPECT_TRUE(pruner.should_stop(reported(9, {{1, 5.5}}), eight(), kScore));
}

TEST(AshaPruner, LetsTheBestOfFewPass) {
  const AshaPruner pruner({.min_resource = 1, .reduction_factor = 4});
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, 5}}), {}, kLoss));
  const std::vector<Trial> one = {reported(0, {{1, 1}})};
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, 0.5}}), one, kLoss));
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, 1}}), one, kLoss));
  EXPECT_TRUE(pruner.should_stop(reported(9, {{1, 5}}), one, kLoss));
}

TEST(AshaPruner, JudgesOnlyAtRungs) {
  const AshaPruner pruner({.min_resource = 2, .reduction_factor = 3});  // rungs 2, 6, 18
  const std::vector<Trial> others = {reported(0, {{2, 1}, {6, 0}})};
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, 5}}), others, kLoss));
  EXPECT_TRUE(pruner.should_stop(reported(9, {{1, 5}, {2, 5}}), others, kLoss));
  EXPECT_FALSE(pruner.should_stop(reported(9, {{2, 5}, {3, 5}}), others, kLoss));
  EXPECT_FALSE(pruner.should_stop(reported(9, {{2, 5}, {5, 5}}), others, kLoss));
  EXPECT_TRUE(pruner.should_stop(reported(9, {{5, 5}, {7, 5}}), others, kLoss));
  EXPECT_FALSE(
      pruner.should_stop(reported(9, {{7, 5}, {20, 5}}), others, kLoss));  // nobody else came that far
}

TEST(AshaPruner, ComparesWithTheFirstReportAtARung) {
  const AshaPruner pruner({.min_resource = 4, .reduction_factor = 2});
  const std::vector<Trial> others = {reported(0, {{3, 0}, {5, 2}, {6, 0}})};
  EXPECT_FALSE(pruner.should_stop(reported(9, {{4, 1}}), others, kLoss));
  EXPECT_TRUE(pruner.should_stop(reported(9, {{4, 3}}), others, kLoss));
}

TEST(AshaPruner, StopsNobodyInGrace) {
  const AshaPruner pruner({.min_resource = 1, .reduction_factor = 2, .grace = 4});
  const std::vector<Trial> others = {reported(0, {{1, 0}, {2, 0}, {4, 0}})};
  EXPECT_FALSE(pruner.should_stop(reported(9, {{2, 5}}), others, kLoss));
  EXPECT_TRUE(pruner.should_stop(reported(9, {{2, 5}, {4, 5}}), others, kLoss));
}

TEST(AshaPruner, StopsWhatIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(AshaPruner().should_stop(reported(9, {{1, nan}}), {}, kLoss));
  const std::vector<Trial> others = {reported(0, {{1, nan}})};
  EXPECT_FALSE(AshaPruner().should_stop(reported(9, {{1, 5}}), others, kLoss));
  EXPECT_FALSE(AshaPruner().should_stop(reported(9, {}), others, kLoss));
}

TEST(AshaPruner, SurvivesTheLargestStep) {
  EXPECT_FALSE(
      AshaPruner().should_stop(reported(9, {{std::numeric_limits<std::int64_t>::max(), 5}}), {}, kLoss));
}

// Of nine trials two pass: here the two on the first front.
TEST(AshaPruner, OfSeveralObjectivesTheFirstFrontsPass) {
  const std::vector<Objective> both = {{"loss"}, {"size"}};
  const auto at = [](std::int64_t number, double loss, double size) {
    return reported(number, {Report::of(1, std::vector<double>{loss, size})});
  };
  std::vector<Trial> others = {at(0, 0, 9)};
  for (int i = 1; i < 8; ++i) others.push_back(at(i, 9 + i, 9 + i));
  const AshaPruner pruner({.min_resource = 1, .reduction_factor = 4});
  EXPECT_FALSE(pruner.should_stop(at(9, 9, 0), others, both)) << "nobody is better in both";
  EXPECT_FALSE(pruner.should_stop(at(9, 1, 9), others, both)) << "one is ahead of it";
  others.push_back(at(8, 9, 0));
  EXPECT_TRUE(pruner.should_stop(at(9, 9.5, 9.5), others, both)) << "two are ahead";
  EXPECT_TRUE(pruner.should_stop(at(9, NAN, 1), others, both));
  EXPECT_FALSE(pruner.should_stop(reported(9, {{1, 50}}), others, both))
      << "one of two values is not compared";
}

}  // namespace
}  // namespace hone::analysis
