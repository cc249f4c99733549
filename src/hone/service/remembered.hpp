// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace hone::service {

/// Answers that took long to make, as far as some megabytes go. Whoever asks puts into the key all that they
/// depend on. Safe to use from several threads.
class Remembered {
 public:
  std::optional<std::string> find(const std::string& key) {
    const std::lock_guard guard(mutex_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const auto& one) { return one.first == key; });
    return found == kept_.end() ? std::nullopt : std::optional(found->second);
  }
  void put(const std::string& key, std::string answer) {
    if (answer.size() > kMostBytes / 4) return;
    const std::lock_guard guard(mutex_);
    bytes_ += key.size() + answer.size();
    kept_.emplace_back(key, std::move(answer));
    while (kept_.size() > kMost || bytes_ > kMostBytes) {
      bytes_ -= kept_.front().first.size() + kept_.front().second.size();
      kept_.pop_front();
    }
  }

 private:
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;
  std::mutex mutex_;
  std::deque<std::pair<std::string, std::string>> kept_;
  std::size_t bytes_ = 0;
};

}  // namespace hone::service
