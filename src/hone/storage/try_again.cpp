// SPDX-License-Identifier: MIT
#include "hone/storage/try_again.hpp"

#include <algorithm>
#include <random>
#include <thread>

namespace hone::storage {
namespace {

constexpr int kFewAttempts = 10;
constexpr auto kShortTime = std::chrono::seconds(10);
constexpr int kLongestPause = 100;

}  // namespace

bool Attempts::another() {
  if (made_ >= kFewAttempts && std::chrono::steady_clock::now() - began_ > kShortTime) return false;
  thread_local std::minstd_rand random(std::random_device{}());
  const auto most = static_cast<unsigned>(std::min(10 * made_, kLongestPause));
  std::this_thread::sleep_for(std::chrono::milliseconds(1 + random() % most));
  ++made_;
  return true;
}

}  // namespace hone::storage
