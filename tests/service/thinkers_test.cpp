// SPDX-License-Identifier: MIT
#include "hone/service/thinkers.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <thread>

namespace hone::service {
namespace {

TEST(Thinkers, AQuickThoughtDoesNotWaitForSlowOnes) {
  std::promise<void> gate, begun, quick, slow;
  const std::shared_future<void> opened = gate.get_future().share();
  Thinkers thinkers(1);
  thinkers.add("a", false, [&, opened] {
    begun.set_value();
    opened.wait();
  });
  begun.get_future().wait();
  thinkers.add("b", false, [&] { slow.set_value(); });
  thinkers.add("c", true, [&] { quick.set_value(); });
  quick.get_future().wait();
  auto waiting = slow.get_future();
  EXPECT_EQ(waiting.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  gate.set_value();
  waiting.wait();
}

TEST(Thinkers, ForgetWhatWasNotBegun) {
  auto held = std::make_shared<int>(0);
  std::promise<void> begun, gate;
  std::thread opener;
  {
    Thinkers thinkers(1);
    thinkers.add("a", false, [&] {
      begun.set_value();
      gate.get_future().wait();
    });
    begun.get_future().wait();
    thinkers.add("b", false, [held] { ++*held; });
    opener = std::thread([&] { gate.set_value(); });
  }
  opener.join();
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace hone::service
