// SPDX-License-Identifier: MIT
#pragma once

#include "hone/runner/loop_observer.hpp"
#include "hone/runner/loop_threads.hpp"
#include "hone/runner/moment.hpp"
#include "hone/runner/trial_run.hpp"

namespace hone::runner {

struct LoopParts;

/// Reads the reports of a loop's running trials, stores them, and stops those that look bad.
class ReportIntake {
 public:
  /// Both must outlive this.
  ReportIntake(LoopParts& parts, LoopObserver& observer) : parts_(parts), observer_(observer) {}

  /// True when reports wait to be stored.
  bool left() const;
  /// Looks at the files when it is time. True when there is something to store().
  bool read(Moment now);
  /// Throws when the store fails or is busy; what it has not accepted stays for the next time.
  void store(Moment now, const LoopThreads& threads);

 private:
  void store(TrialRun& run, Moment now, const LoopThreads& threads);

  LoopParts& parts_;
  LoopObserver& observer_;
  Moment next_;
};

}  // namespace hone::runner
