// SPDX-License-Identifier: MIT
#pragma once

#include "hone/runner/bell.hpp"
#include "hone/runner/heartbeat.hpp"
#include "hone/runner/leases.hpp"
#include "hone/runner/running_trials.hpp"
#include "hone/runner/stop_signal.hpp"
#include "hone/runner/watch.hpp"

namespace hone::runner {

/// What goes on in a loop beside its own thread: one thread stops commands, by the clock and by signals, and
/// touches neither store nor disk; another sends signs of life. Both end with this object.
class LoopThreads {
 public:
  struct Options {
    StopSignal* signal = nullptr;
    bool finish_running = true;  ///< on the first signal
    double grace = 0.0;          ///< seconds from SIGTERM to SIGKILL
    HeartbeatOptions heartbeat = {};
  };

  /// All must outlive this. Throws Error(System) when the machine refuses a thread.
  LoopThreads(RunningTrials& running, Leases& leases, const Options& options);

  /// Throws what ended the signs of life, if anything did.
  void check() const { heartbeat_.check(); }
  /// Has the commands looked at soon: one was started or told to stop.
  void wake() const noexcept { watch_.wake(); }
  /// Rung when the loop has something to look at.
  const Bell& bell() const noexcept { return bell_; }

 private:
  Moment oversee(Moment now) const;

  RunningTrials& running_;
  Options options_;
  Bell bell_;
  Watch watch_;
  Heartbeat heartbeat_;  // ends first: it may have to wait for the store, and time-outs hold until then
};

}  // namespace hone::runner
