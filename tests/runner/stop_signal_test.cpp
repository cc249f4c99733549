// SPDX-License-Identifier: MIT
#include "hone/runner/stop_signal.hpp"

#include <gtest/gtest.h>
#include <poll.h>

namespace hone::runner {
namespace {

using Level = StopSignal::Level;

bool readable(const StopSignal& signal) {
  pollfd fd{signal.fd(), POLLIN, 0};
  return ::poll(&fd, 1, 0) == 1;
}

TEST(StopSignal, RisesWithEachInterrupt) {
  StopSignal signal;
  EXPECT_EQ(signal.level(), Level::Run);
  EXPECT_FALSE(readable(signal));
  signal.interrupt();
  EXPECT_EQ(signal.level(), Level::Finish);
  EXPECT_TRUE(readable(signal));
  signal.clear();
  EXPECT_FALSE(readable(signal));
  EXPECT_EQ(signal.level(), Level::Finish);
  signal.interrupt();
  EXPECT_EQ(signal.level(), Level::Kill);
  EXPECT_TRUE(readable(signal));
}

TEST(StopSignal, NeverFalls) {
  StopSignal signal;
  signal.interrupt();
  signal.terminate();
  EXPECT_EQ(signal.level(), Level::Cancel);
  signal.terminate();
  EXPECT_EQ(signal.level(), Level::Cancel);
  signal.interrupt();
  signal.terminate();
  EXPECT_EQ(signal.level(), Level::Kill);
}

TEST(StopSignal, RemembersThatItWasToldToEnd) {
  StopSignal signal;
  signal.interrupt();
  EXPECT_FALSE(signal.terminated());
  signal.terminate();
  signal.interrupt();
  EXPECT_EQ(signal.level(), StopSignal::Level::Kill);
  EXPECT_TRUE(signal.terminated());
}

TEST(ScopedSignals, PassOnWhatTheProcessGets) {
  const auto former = ::signal(SIGINT, SIG_DFL);
  {
    StopSignal signal;
    const ScopedSignals scope(signal);
    ::raise(SIGINT);
    EXPECT_EQ(signal.level(), Level::Finish);
    ::raise(SIGTERM);
    EXPECT_EQ(signal.level(), Level::Cancel);
  }
  EXPECT_EQ(::signal(SIGINT, former), SIG_DFL) << "as it was before";
}

// As under nohup.
TEST(ScopedSignals, LeaveIgnoredSignalsIgnored) {
  const auto former = ::signal(SIGHUP, SIG_IGN);
  {
    StopSignal signal;
    const ScopedSignals scope(signal);
    ::raise(SIGHUP);
    EXPECT_EQ(signal.level(), Level::Run);
  }
  EXPECT_EQ(::signal(SIGHUP, former), SIG_IGN);
}

}  // namespace
}  // namespace hone::runner
