// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>

namespace hone::server {

/// The bytes that the body of one request has of what the bodies of all connections may have together, for as
/// long as this lives.
class BodyShare {
 public:
  explicit BodyShare(std::atomic<std::size_t>& all) : all_(all) {}
  ~BodyShare() { all_ -= bytes_; }
  BodyShare(const BodyShare&) = delete;
  BodyShare& operator=(const BodyShare&) = delete;

  /// False when all would have more than `most`; then it keeps what it had.
  bool resize(std::size_t bytes, std::size_t most) {
    if (bytes <= bytes_) {
      all_ -= bytes_ - bytes;
    } else if (all_.fetch_add(bytes - bytes_) + (bytes - bytes_) > most) {
      all_ -= bytes - bytes_;
      return false;
    }
    bytes_ = bytes;
    return true;
  }

 private:
  std::atomic<std::size_t>& all_;
  std::size_t bytes_ = 0;
};

}  // namespace hone::server
