// SPDX-License-Identifier: MIT
#include "hone/cli/exit_limit.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "hone/cli/exit_code.hpp"
#include "support/processes.hpp"

namespace hone::cli {
namespace {

using namespace std::chrono_literals;

TEST(ExitLimit, LetsAProcessWorkThatWasNotToldToEnd) {
  runner::StopSignal signal;
  std::atomic<int> code = 0;
  const ExitLimit limit(
      signal, 0.0, [&](int given) { code = given; }, 0.05);
  signal.interrupt();  // the first one lets the running trials end
  std::this_thread::sleep_for(400ms);
  EXPECT_EQ(code, 0);
}

TEST(ExitLimit, EndsAProcessThatDoesNotEnd) {
  runner::StopSignal signal;
  std::atomic<int> code = 0;
  std::atomic<int> calls = 0;
  const auto begun = std::chrono::steady_clock::now();
  const ExitLimit limit(
      signal, 0.3,
      [&](int given) {
        code = given;
        ++calls;
      },
      0.2);
  signal.terminate();
  EXPECT_TRUE(hone::test::eventually([&] { return code == kTerminated; }));
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 500ms) << "the grace is for the commands";
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(calls, 1);
}

TEST(ExitLimit, ASecondInterruptLeavesNoGrace) {
  runner::StopSignal signal;
  std::atomic<int> code = 0;
  const ExitLimit limit(
      signal, 1000.0, [&](int given) { code = given; }, 0.05);
  signal.interrupt();
  signal.interrupt();
  EXPECT_TRUE(hone::test::eventually([&] { return code == kInterrupted; }));
}

}  // namespace
}  // namespace hone::cli
