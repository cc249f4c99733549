// SPDX-License-Identifier: MIT
#include "hone/runner/loop_threads.hpp"

namespace hone::runner {

LoopThreads::LoopThreads(RunningTrials& running, Leases& leases, const Options& options)
    : running_(running),
      options_(options),
      watch_([this](Moment now) { return oversee(now); },
             options.signal != nullptr ? options.signal->fd() : -1),
      heartbeat_([&running, &leases] { running.drop(leases.keep_alive()); }, [this] { bell_.ring(); },
                 options.heartbeat) {}

// Touches the commands and nothing else: whatever it waited for, they would wait for.
Moment LoopThreads::oversee(Moment now) const {
  StopSignal::Level level = StopSignal::Level::Run;
  if (options_.signal != nullptr) {
    options_.signal->clear();  // before the level is read, so that a change after that wakes us again
    level = options_.signal->level();
  }
  if (level != StopSignal::Level::Run) bell_.ring();
  if (level == StopSignal::Level::Finish && !options_.finish_running) level = StopSignal::Level::Cancel;
  constexpr double kLongest = 3600.0;
  return running_.oversee(level, options_.grace, now, after(now, kLongest));
}

}  // namespace hone::runner
