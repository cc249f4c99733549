// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hone/core/trial.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/stop_rules.hpp"

namespace hone::runner {

/// Where a run stands. Counts are of this run; those of the study are in its standing.
struct LoopStatus {
  Standing standing = {};
  std::optional<std::int64_t> total = {};  ///< trials that the study should have, by its budget and its queue
  double seconds = 0.0;                    ///< since the run began
  int running = 0;                         ///< trials of this process whose end is not stored yet
  std::int64_t finished = 0;               ///< trials whose end this process stored
  std::int64_t failed = 0;                 ///< of those, failed or timed out
};

/// Is told what a Loop does, between its steps and in its thread. What is told has been stored before.
class LoopObserver {
 public:
  virtual ~LoopObserver() = default;

  virtual void started(const Trial& trial);
  virtual void reported(const Trial& trial, const Report& report);
  virtual void finished(const Trial& trial);
  /// The trial went back to the queue.
  virtual void requeued(const Trial& trial, const std::string& reason);
  /// The trial had been given to another worker meanwhile, so its result was dropped.
  virtual void lost(const Trial& trial);
  /// Trials of workers that died were put back into the queue, or failed.
  virtual void reclaimed(std::span<const std::int64_t> numbers);
  /// No more trials are started.
  virtual void stopping(StopReason reason);
  /// Something that deserves a line on the screen.
  virtual void warning(const std::string& message);
  /// Several times a second.
  virtual void tick(const LoopStatus& status);
};

}  // namespace hone::runner
