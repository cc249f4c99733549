// SPDX-License-Identifier: MIT
#include "hone/core/cost.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hone {
namespace {

Trial ended(Timestamp started, Timestamp finished) {
  Trial trial;
  trial.state = TrialState::Complete;
  trial.started = started;
  trial.finished = finished;
  return trial;
}

TEST(Cost, IsTheTimeThatATrialRanInSeconds) { EXPECT_EQ(cost_of(kRunTime, ended(1000, 3500)), 2.5); }

TEST(Cost, OfATrialThatTookLessThanAMillisecondIsAboveZero) {
  EXPECT_EQ(cost_of(kRunTime, ended(1000, 1000)), 0.0005);
}

TEST(Cost, CountsEarlierAttempts) {
  Trial trial = ended(1000, 3500);
  trial.attributes[kTimeBefore] = 10.0;
  EXPECT_EQ(cost_of(kRunTime, trial), 12.5);
}

TEST(Cost, IsNotKnownWithoutTimes) {
  EXPECT_FALSE(cost_of(kRunTime, ended(0, 3500)));
  EXPECT_FALSE(cost_of(kRunTime, ended(4000, 3500)));
}

TEST(Cost, IsNotKnownBeforeTheEnd) {
  Trial trial = ended(1000, 0);
  trial.state = TrialState::Running;
  EXPECT_FALSE(cost_of(kRunTime, trial));
}

TEST(Cost, MayBeAnAttributeThatIsANumberAboveZero) {
  Trial trial = ended(1000, 3500);
  EXPECT_FALSE(cost_of("gpu_hours", trial));
  trial.attributes["gpu_hours"] = std::int64_t{3};
  EXPECT_EQ(cost_of("gpu_hours", trial), 3.0);
  for (const Value& wrong :
       {Value(0.0), Value(-1.0), Value(std::string("3")), Value(std::numeric_limits<double>::infinity())}) {
    trial.attributes["gpu_hours"] = wrong;
    EXPECT_FALSE(cost_of("gpu_hours", trial)) << to_text(wrong);
  }
}

TEST(Cost, OfFailedPrunedAndDeletedTrialsIsSpentToo) {
  std::vector<Trial> trials;
  for (const TrialState state : {TrialState::Complete, TrialState::Failed, TrialState::Pruned,
                                 TrialState::TimedOut, TrialState::Deleted, TrialState::Running}) {
    trials.push_back(ended(1000, 2000));
    trials.back().state = state;
  }
  EXPECT_EQ(spent_on(kRunTime, trials), 5.0);
}

}  // namespace
}  // namespace hone
