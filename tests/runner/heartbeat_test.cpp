// SPDX-License-Identifier: MIT
#include "hone/runner/heartbeat.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "hone/base/error.hpp"
#include "support/processes.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

TEST(Heartbeat, BeatsAtItsRhythm) {
  std::atomic<int> beats = 0;
  const Heartbeat heart([&] { ++beats; }, [] {}, {.interval = 5});
  EXPECT_TRUE(test::eventually([&] { return beats >= 10; }));
  EXPECT_NO_THROW(heart.check());
}

TEST(Heartbeat, TriesABusyStoreAgain) {
  std::atomic<int> beats = 0;
  const Heartbeat heart(
      [&] {
        if (++beats < 4) throw Error(ErrorCode::StorageBusy, "locked", "wait");
      },
      [] {}, {.interval = 5});
  EXPECT_TRUE(test::eventually([&] { return beats >= 8; }));
  EXPECT_NO_THROW(heart.check());
}

TEST(Heartbeat, FailsWhenTheStoreStaysBusy) {
  std::atomic<bool> told = false;
  const Heartbeat heart([&] { throw Error(ErrorCode::StorageBusy, "locked", "wait"); }, [&] { told = true; },
                        {.interval = 5, .busy_limit = 0.05});
  EXPECT_TRUE(test::eventually([&] { return told.load(); }));
  EXPECT_EQ(test::message_of([&] { heart.check(); }), "locked; wait");
}

TEST(Heartbeat, EndsWithAnyOtherFailure) {
  std::atomic<int> beats = 0;
  std::atomic<bool> told = false;
  const Heartbeat heart(
      [&] {
        ++beats;
        throw Error(ErrorCode::StorageFailed, "the file is gone", "look for it");
      },
      [&] { told = true; }, {.interval = 1});
  EXPECT_TRUE(test::eventually([&] { return told.load(); }));
  EXPECT_EQ(test::message_of([&] { heart.check(); }), "the file is gone; look for it");
  EXPECT_EQ(beats, 1);
}

}  // namespace
}  // namespace hone::runner
