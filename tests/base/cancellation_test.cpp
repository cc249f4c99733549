// SPDX-License-Identifier: MIT
#include "hone/base/cancellation.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace hone {
namespace {

TEST(Cancellation, IsAskedInTheThreadOfItsScopeAlone) {
  EXPECT_NO_THROW(check_cancelled());
  bool over = false;
  {
    const CancellationScope scope([&] { return over; });
    EXPECT_NO_THROW(check_cancelled());
    over = true;
    EXPECT_THROW(check_cancelled(), Cancelled);
    bool thrown = false;
    std::thread([&] {
      try {
        check_cancelled();
      } catch (const Cancelled&) {
        thrown = true;
      }
    }).join();
    EXPECT_FALSE(thrown);
  }
  EXPECT_NO_THROW(check_cancelled());
}

TEST(Cancellation, TheInnermostScopeCounts) {
  const CancellationScope outer([] { return true; });
  {
    const CancellationScope inner({});  // what must be finished
    EXPECT_NO_THROW(check_cancelled());
  }
  EXPECT_THROW(check_cancelled(), Cancelled);
}

}  // namespace
}  // namespace hone
