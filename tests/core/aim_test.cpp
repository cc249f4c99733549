// SPDX-License-Identifier: MIT
#include "hone/core/aim.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TEST(AsLoss, TurnsWhatIsMaximised) {
  EXPECT_EQ(as_loss(Direction::Minimize, 2.5), 2.5);
  EXPECT_EQ(as_loss(Objective{"score", Direction::Maximize}, 2.5), -2.5);
}

TEST(PlannedTrials, AreTheHorizonBeforeTheBudget) {
  Study study{.name = "s", .space = Space({real("x", 0, 1)})};
  EXPECT_EQ(planned_trials(study), std::nullopt);
  study.plan.budget.trials = 30;
  EXPECT_EQ(planned_trials(study), 30);
  study.horizon = 50;
  EXPECT_EQ(planned_trials(study), 50);
}

}  // namespace
}  // namespace hone
