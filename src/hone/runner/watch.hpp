// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "hone/runner/bell.hpp"
#include "hone/runner/moment.hpp"

namespace hone::runner {

/// A thread that calls one function: when the moment has come that the function asked for, when wake() is
/// called, and when a descriptor is readable. Whatever its owner is stuck in, a disk, a lock or a pipe that
/// nobody reads, the function is called on time, as long as it does not wait for such things itself.
class Watch {
 public:
  /// Is given the present and returns when it wants to be called again. Must not throw.
  using Look = std::function<Moment(Moment now)>;

  /// The function is called at once for the first time. It has to make `fd` unreadable, if one is given.
  /// Throws Error(System) when the machine refuses a thread.
  explicit Watch(Look look, int fd = -1);
  /// Waits for a call that is under way.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Has the function called soon. From any thread; waits for nothing.
  void wake() const noexcept { bell_.ring(); }

 private:
  void run();
  void sleep_until(Moment moment) const;

  Look look_;
  int fd_;
  Bell bell_;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

}  // namespace hone::runner
