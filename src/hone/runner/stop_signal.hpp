// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

#include "hone/runner/descriptor.hpp"

namespace hone::runner {

/// A wish to stop, from a signal handler or another thread to a Loop.
class StopSignal {
 public:
  enum class Level {
    Run,     ///< nobody wants to stop
    Finish,  ///< start no more trials, let the running ones end
    Cancel,  ///< SIGTERM to the running commands, their trials go back to the queue
    Kill,    ///< SIGKILL to the running commands, their trials go back to the queue
  };

  /// Throws Error(System) when the machine has no descriptor left.
  StopSignal();

  /// As SIGINT means it: the first time Finish, then Kill. Async-signal-safe, like terminate().
  void interrupt() noexcept;
  /// As SIGTERM means it: Cancel.
  void terminate() noexcept;

  Level level() const noexcept { return static_cast<Level>(level_.load()); }
  /// Readable while there is a wish that clear() has not seen.
  int fd() const noexcept { return event_.get(); }
  void clear() const noexcept;

 private:
  void raise_to(int level) noexcept;

  std::atomic<int> level_{0};
  static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not wait for a lock");
  Descriptor event_;
};

/// Sends SIGINT, SIGTERM and SIGHUP to a StopSignal as long as it lives, one at a time in a process; then
/// puts the former handlers back.
class ScopedSignals {
 public:
  explicit ScopedSignals(StopSignal& target);
  ~ScopedSignals();
  ScopedSignals(const ScopedSignals&) = delete;
  ScopedSignals& operator=(const ScopedSignals&) = delete;

 private:
  std::array<struct sigaction, 3> former_{};
};

}  // namespace hone::runner
