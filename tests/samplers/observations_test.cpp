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

}  // namespace
}  // namespace hone::samplers
