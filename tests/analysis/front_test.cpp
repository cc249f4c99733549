// SPDX-License-Identifier: MIT
#include "hone/analysis/front.hpp"

#include <gtest/gtest.h>

namespace hone::analysis {
namespace {

Trial measured(std::int64_t number, std::vector<double> values) {
  Trial out;
  out.number = number;
  out.state = TrialState::Complete;
  out.values = std::move(values);
  return out;
}

const std::vector<Objective> kTwo = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};

TEST(FrontVolume, IsTheAreaUpToATenthBeyondTheWorst) {
  // Reference: loss 3 + 0.1 * 2 = 3.2, speed 4 - 0.1 * 6 = 3.4. Areas by hand:
  //   (1, 4): 2.2 x 0.6;  (3, 10): 0.2 x 6.6; overlap 0.2 x 0.6.
  const std::vector<Trial> trials = {measured(0, {1, 4}), measured(1, {3, 10}), measured(2, {50, -900})};
  const auto volume = front_volume(trials, kTwo);
  ASSERT_TRUE(volume);
  EXPECT_NEAR(volume->reference[0], 3.2, 1e-12);
  EXPECT_NEAR(volume->reference[1], 3.4, 1e-12);
  EXPECT_NEAR(volume->volume, 2.2 * 0.6 + 0.2 * 6.6 - 0.2 * 0.6, 1e-12);
}

TEST(FrontVolume, GoesUpToAGivenReferencePoint) {
  const std::vector<Trial> trials = {measured(0, {1, 4}), measured(1, {3, 10}), measured(2, {50, -900})};
  std::vector<Objective> objectives = kTwo;
  objectives[0].worst = 2.0;
  const auto volume = front_volume(trials, objectives);
  ASSERT_TRUE(volume);
  EXPECT_EQ(volume->reference[0], 2.0);
  EXPECT_NEAR(volume->reference[1], 3.4, 1e-12) << "by the rule, as none is given";
  EXPECT_NEAR(volume->volume, 1.0 * 0.6, 1e-12) << "the other trial's loss is of no use";
  EXPECT_EQ(front_history(trials, objectives).back().volume, volume->volume);
  objectives[1].worst = 10.0;
  EXPECT_EQ(front_volume(trials, objectives)->volume, 0.0);
}

TEST(FrontVolume, OfASingleTrialIsNotZero) {
  const auto volume = front_volume(std::vector<Trial>{measured(0, {0, 20})}, kTwo);
  ASSERT_TRUE(volume);
  EXPECT_NEAR(volume->volume, 1.0 * 2.0, 1e-12);
}

TEST(FrontVolume, IsNothingWhereItCannotBe) {
  EXPECT_FALSE(front_volume({}, kTwo));
  const std::vector<Trial> trials = {measured(0, {1, 2, 3, 4})};
  EXPECT_FALSE(front_volume(trials, std::vector<Objective>(4)));
  EXPECT_FALSE(front_volume(std::vector<Trial>{measured(0, {1})}, std::vector<Objective>(1)));
}

TEST(FrontHistory, GrowsToTheVolumeOfTheFront) {
  std::vector<Trial> trials = {measured(0, {3, 10}), measured(1, {4, 9}), measured(2, {1, 4})};
  trials.push_back(measured(3, {}));
  trials.back().state = TrialState::Failed;
  const auto steps = front_history(trials, kTwo);
  ASSERT_EQ(steps.size(), 2u) << "trial 1 is dominated, trial 3 failed";
  EXPECT_EQ(steps[0].number, 0);
  EXPECT_NEAR(steps[0].volume, 0.2 * 6.6, 1e-12);
  EXPECT_EQ(steps[1].number, 2);
  EXPECT_EQ(steps[1].volume, front_volume(trials, kTwo)->volume);
}

}  // namespace
}  // namespace hone::analysis
