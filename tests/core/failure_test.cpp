// SPDX-License-Identifier: MIT
#include "hone/core/failure.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TEST(Failure, SaysHowAndWhy) {
  const std::string error = "exit code 1\nTraceback (most recent call last):\n  File x\nValueError: bad\n";
  EXPECT_EQ(failure_ending(error), "exit code 1");
  EXPECT_EQ(failure_cause(error), "ValueError: bad");
  EXPECT_EQ(failure_in_short(error), "exit code 1: ValueError: bad");
}

TEST(Failure, WithoutStandardErrorTheEndingIsAllThereIs) {
  EXPECT_EQ(failure_cause("killed by signal 9"), "killed by signal 9");
  EXPECT_EQ(failure_in_short("killed by signal 9\n"), "killed by signal 9");
  EXPECT_EQ(failure_in_short(""), "");
}

TEST(Failure, NumbersDoNotTellFailuresApart) {
  EXPECT_EQ(without_numbers("C=0.5 at 0x7ffe12ab, 1e-05 of 12"), "C=# at #, # of #");
  EXPECT_EQ(without_numbers("C=17 at 0x1, 3 of 4."), "C=# at #, # of #.");
  EXPECT_EQ(without_numbers("no such file 'train.py'"), "no such file 'train.py'");
}

Trial ended(std::int64_t number, TrialState state, const std::string& error) {
  Trial trial;
  trial.number = number;
  trial.state = state;
  trial.error = error;
  return trial;
}

TEST(FailAlike, LooksAtHowTheCommandEnded) {
  const Trial one = ended(0, TrialState::Failed, "exit code 1\nno module a");
  EXPECT_TRUE(fail_alike(one, ended(1, TrialState::Failed, "exit code 1\nno module b")));
  EXPECT_FALSE(fail_alike(one, ended(1, TrialState::Failed, "exit code 2\nno module a")));
  EXPECT_FALSE(fail_alike(one, ended(1, TrialState::TimedOut, "exit code 1")));
  const Trial odd = ended(0, TrialState::Failed, "it printed no number; its last line is 'loss of 0.5'");
  EXPECT_TRUE(
      fail_alike(odd, ended(1, TrialState::Failed, "it printed no number; its last line is 'loss of 7'")));
  EXPECT_FALSE(
      fail_alike(odd, ended(1, TrialState::Failed, "it printed no number; its last line is 'done'")));
}

}  // namespace
}  // namespace hone
