// SPDX-License-Identifier: MIT
#include "hone/samplers/observations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hone::samplers {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(BehindFeasible, LeavesFeasibleValuesAndPutsTheOthersBehindByViolation) {
  const Eigen::VectorXd values{{5.0, 1.0, 0.0, -9.0, std::nan("")}};
  const Eigen::VectorXd violation{{0.0, 0.0, 2.0, 7.0, 0.0}};
  const Eigen::VectorXd ranked = behind_feasible(values, violation);
  // The feasible ones spread over 4, from 1 to 5: the others stand at half of that and all of it behind 5.
  EXPECT_EQ(ranked.head(4), (Eigen::VectorXd{{5.0, 1.0, 7.0, 9.0}}));
  EXPECT_TRUE(std::isnan(ranked[4]));
}

TEST(BehindFeasible, OrdersByViolationAloneWhileNothingIsFeasible) {
  const Eigen::VectorXd values{{3.0, 2.0, 1.0, 1.0}};
  const Eigen::VectorXd violation{{0.5, kInf, 4.0, 4.0}};
  EXPECT_EQ(behind_feasible(values, violation), (Eigen::VectorXd{{0.25, 1.0, 0.5, 0.5}}));
}

TEST(BehindFeasible, ChangesNothingWithoutViolations) {
  const Eigen::VectorXd values{{3.0, 2.0}};
  EXPECT_EQ(behind_feasible(values, Eigen::VectorXd::Zero(2)), values);
}

TEST(Observations, CountsTheFeasible) {
  std::vector<Trial> trials(2);
  for (Trial& trial : trials) {
    trial.state = TrialState::Complete;
    trial.values = {1.0};
  }
  trials[1].violation = 0.5;
  const Observations seen = observe(trials, {Objective{}});
  EXPECT_EQ(seen.complete, 2);
  EXPECT_EQ(seen.feasible, 1);
  EXPECT_EQ(seen.violation, (Eigen::VectorXd{{0.0, 0.5}}));
}

// Reports alone say that the pruned trial would be ahead of everything in both.
TEST(Observations, PutNoPrunedTrialOfSeveralObjectivesAheadOfAllComplete) {
  const std::vector<Objective> two = {{"a"}, {"b"}};
  std::vector<Trial> trials(3);
  for (Trial& trial : trials) trial.state = TrialState::Complete;
  trials[0].values = {1.0, 5.0};
  trials[1].values = {5.0, 1.0};
  trials[2].state = TrialState::Pruned;
  trials[2].reports = {Report::of(1, std::vector<double>{1.5, 0.5})};
  const Observations seen = observe(trials, two);
  EXPECT_NEAR(seen.values(2, 0), 5.0, 1e-9) << "the nearest that is complete is worse by 3.5 there";
  EXPECT_NEAR(seen.values(2, 1), 1.0, 1e-9);
  EXPECT_EQ(seen.measured, (std::vector<bool>{true, true, false}));
  trials[2].reports = {{1, 0.5}};
  EXPECT_TRUE(observe(trials, two).values.row(2).array().isNaN().all()) << "it reported one of two";
}

}  // namespace
}  // namespace hone::samplers
