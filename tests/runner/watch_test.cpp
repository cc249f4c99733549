// SPDX-License-Identifier: MIT
#include "hone/runner/watch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "support/processes.hpp"

namespace hone::runner {
namespace {

using namespace std::chrono_literals;

TEST(Watch, LooksWhenTheMomentHasCome) {
  std::atomic<int> looks = 0;
  const Watch watch([&](Moment now) {
    ++looks;
    return now + 5ms;
  });
  EXPECT_TRUE(test::eventually([&] { return looks >= 10; }));
}

TEST(Watch, LooksWhenItIsWoken) {
  std::atomic<int> looks = 0;
  const Watch watch([&](Moment now) {
    ++looks;
    return now + 1h;
  });
  EXPECT_TRUE(test::eventually([&] { return looks == 1; }));
  watch.wake();
  EXPECT_TRUE(test::eventually([&] { return looks == 2; }));
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(looks, 2) << "once for each wake";
}

TEST(Watch, LooksAgainAtWhatHappenedDuringALook) {
  std::atomic<int> looks = 0;
  std::atomic<bool> go_on = false;
  const Watch watch([&](Moment now) {
    ++looks;
    while (!go_on) std::this_thread::sleep_for(1ms);
    return now + 1h;
  });
  EXPECT_TRUE(test::eventually([&] { return looks == 1; }));
  watch.wake();
  go_on = true;
  EXPECT_TRUE(test::eventually([&] { return looks == 2; }));
}

TEST(Watch, LooksWhenTheDescriptorIsReadable) {
  const Bell bell;
  std::atomic<int> looks = 0;
  const Watch watch(
      [&](Moment now) {
        bell.silence();
        ++looks;
        return now + 1h;
      },
      bell.fd());
  EXPECT_TRUE(test::eventually([&] { return looks == 1; }));
  bell.ring();
  EXPECT_TRUE(test::eventually([&] { return looks == 2; }));
}

TEST(Watch, EndsAtOnceHoweverFarTheNextMomentIs) {
  const auto begun = std::chrono::steady_clock::now();
  {
    const Watch watch([](Moment now) { return now + 1h; });
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
}

}  // namespace
}  // namespace hone::runner
