// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

#include "hone/runner/bell.hpp"

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

  /// What SIGTERM means the first time; the second time it is always Cancel.
  enum class OnTerminate { Cancel, Finish };
  explicit StopSignal(OnTerminate first = OnTerminate::Cancel) : first_(first) {}

  /// As SIGINT means it: the first time Finish, then Kill. Async-signal-safe, like terminate().
  void interrupt() noexcept;
  /// As SIGTERM means it: Cancel, unless the first time is to be gentler.
  void terminate() noexcept;

  Level level() const noexcept { return static_cast<Level>(level_.load()); }
  /// True when terminate() was called, whatever came before or after it.
  bool terminated() const noexcept { return terminated_.load(); }
  /// Readable while there is a wish that clear() has not seen.
  int fd() const noexcept { return bell_.fd(); }
  void clear() const noexcept { bell_.silence(); }

 private:
  void raise_to(int level) noexcept;

  OnTerminate first_;
  std::atomic<int> level_{0};
  std::atomic<bool> terminated_{false};
  static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
                "a signal handler must not wait for a lock");
  Bell bell_;
};

/// Sends SIGINT, SIGTERM and SIGHUP to a StopSignal as long as it lives, one at a time in a process; then
/// puts the former handlers back. A signal that the process was told to ignore stays ignored: `nohup` and
/// shells that start a program in the background mean it so.
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
