// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include "hone/base/error.hpp"
#include "hone/runner/watch.hpp"

namespace hone::runner {

/// Milliseconds after which a silent worker counts as dead, and between its signs of life.
constexpr std::int64_t kLease = 30'000;
constexpr std::int64_t kHeartbeat = 5'000;

struct HeartbeatOptions {
  /// Milliseconds from one beat to the next.
  std::int64_t interval = kHeartbeat;
  /// Seconds for which a store that others keep busy is tried again before that counts as a failure.
  double busy_limit = 120.0;
  /// The same for a full disk.
  double full_limit = 60.0;
};

/// Has signs of life sent in a thread of its own, which may wait for the store as long as it takes. A store
/// that is busy, or whose disk is full, is tried again soon. Any other failure ends the beating, and check()
/// throws it.
class Heartbeat {
 public:
  /// `beat` sends one sign of life; `failed` is told, in the same thread, that check() has something to
  /// throw.
  Heartbeat(std::function<void()> beat, std::function<void()> failed, HeartbeatOptions options = {});

  /// Throws what ended the beating, if anything did.
  void check() const;

 private:
  Moment beat_at(Moment now);
  Moment after_refusal(ErrorCode code, Moment now);
  void fail(std::exception_ptr failure);

  std::function<void()> beat_;
  std::function<void()> failed_;
  HeartbeatOptions options_;
  std::optional<Moment> refused_since_;  // of the thread alone
  mutable std::mutex mutex_;
  std::exception_ptr failure_;
  Watch watch_;  // the last, as its thread uses all the others
};

}  // namespace hone::runner
