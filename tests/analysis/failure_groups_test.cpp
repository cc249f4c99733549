// SPDX-License-Identifier: MIT
#include "hone/analysis/failure_groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hone::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Trial ended(std::int64_t number, TrialState state, const std::string& error) {
  Trial trial;
  trial.number = number;
  trial.state = state;
  trial.error = error;
  return trial;
}

TEST(FailureGroups, JoinsThoseThatDifferInNumbersOnly) {
  const std::vector<Trial> trials = {
      ended(0, TrialState::Failed, "exit code 1\nValueError: C=0.5"),
      ended(1, TrialState::Complete, ""),
      ended(2, TrialState::TimedOut, "stopped after 5 seconds\nepoch 3"),
      ended(3, TrialState::Failed, "exit code 1\nValueError: C=17.25"),
      ended(4, TrialState::Failed, "exit code 2\nValueError: C=1"),
      ended(5, TrialState::TimedOut, "stopped after 5 seconds\nepoch 4, nearly"),
      ended(6, TrialState::Failed, "exit code 1\nValueError: C=9"),
      ended(7, TrialState::Infeasible, "exit code 1\nValueError: C=9"),
  };
  EXPECT_THAT(failure_groups(trials),
              ElementsAre(FailureGroup{TrialState::Failed, "exit code 1: ValueError: C=9", 3, 6},
                          FailureGroup{TrialState::TimedOut, "stopped after 5 seconds", 2, 5},
                          FailureGroup{TrialState::Failed, "exit code 2: ValueError: C=1", 1, 4}));
}

TEST(FailureGroups, AreNoneWithoutAFailure) {
  EXPECT_THAT(failure_groups({}), IsEmpty());
  EXPECT_THAT(failure_groups(std::vector<Trial>{ended(0, TrialState::Pruned, "x")}), IsEmpty());
}

}  // namespace
}  // namespace hone::analysis
