// SPDX-License-Identifier: MIT
#include "hone/service/busiest.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace hone::service {
namespace {

TEST(Busiest, IsTheStretchOfMostAsks) {
  Busiest busiest;
  const runner::Moment begun = std::chrono::steady_clock::now();
  const auto add = [&](double at, std::int64_t count) { busiest.add(runner::after(begun, at), count, 2.0); };
  EXPECT_EQ(busiest.most(), 0);
  add(0.0, 3);
  add(1.0, 1);
  EXPECT_EQ(busiest.most(), 4);
  add(2.5, 2);  // the first is not in its stretch
  EXPECT_EQ(busiest.most(), 4);
  add(3.0, 4);
  EXPECT_EQ(busiest.most(), 6);
  add(20.0, 1);
  EXPECT_EQ(busiest.most(), 6);
}

TEST(Busiest, ForgetsWhatWasLongAgo) {
  Busiest busiest;
  const runner::Moment begun = std::chrono::steady_clock::now();
  busiest.add(begun, 100, 1.0);
  for (int second = 1; second <= 90; ++second) busiest.add(runner::after(begun, second), 2, 0.5);
  EXPECT_EQ(busiest.most(), 2);
}

}  // namespace
}  // namespace hone::service
