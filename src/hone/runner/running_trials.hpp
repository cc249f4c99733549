// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "hone/runner/moment.hpp"
#include "hone/runner/stop_signal.hpp"
#include "hone/runner/trial_run.hpp"

namespace hone::runner {

/// The commands that a loop has started and not yet seen the end of. They belong to the loop's thread;
/// another one may see to it that they end on time, whatever the loop is waiting for.
class RunningTrials {
 public:
  using Run = std::unique_ptr<TrialRun>;
  struct Ended {
    Run run;
    Exit exit;
  };

  // --- from the loop's thread

  void add(Run run);
  /// Those whose commands have ended; they are the caller's now.
  std::vector<Ended> take_ended();
  std::vector<Run> take_all();

  bool empty() const noexcept { return runs_.empty(); }
  std::size_t size() const noexcept { return runs_.size(); }
  std::span<const Run> all() const noexcept { return runs_; }
  /// The smallest place number that none of them has.
  int first_free_slot() const;

  // --- from any thread

  /// Obeys a wish to stop, and stops and kills what has run or lingered for too long. Returns when there will
  /// be something to do again, `latest` at the latest. `grace` is the seconds from SIGTERM to SIGKILL.
  Moment oversee(StopSignal::Level level, double grace, Moment now, Moment latest);
  /// Kills the commands of trials that were given to others.
  void drop(std::span<const storage::Lease> lost);

 private:
  // Taken by the loop to change the list and by others to read it; never held while somebody waits.
  std::mutex mutex_;
  std::vector<Run> runs_;
};

}  // namespace hone::runner
