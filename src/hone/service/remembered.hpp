// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace hone::service {

/// Answers that took long to make. Whoever asks puts into the key all that they depend on. Safe to use from
/// several threads.
class Remembered {
 public:
  std::optional<std::string> find(const std::string& key) {
    const std::lock_guard guard(mutex_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const auto& one) { return one.first == key; });
    return found == kept_.end() ? std::nullopt : std::optional(found->second);
  }
  void put(const std::string& key, std::string answer) {
    const std::lock_guard guard(mutex_);
    kept_.emplace_back(key, std::move(answer));
    if (kept_.size() > kMost) kept_.pop_front();
  }

 private:
  static constexpr std::size_t kMost = 64;
  std::mutex mutex_;
  std::deque<std::pair<std::string, std::string>> kept_;
};

}  // namespace hone::service
