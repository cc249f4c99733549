// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/base/error.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/outbox.hpp"
#include "hone/runner/trial_run.hpp"

namespace hone::runner {

struct LoopParts;

/// Judges what commands that have ended left behind, and puts what is to be stored into a loop's outbox.
class TrialEnds {
 public:
  /// Both must outlive this.
  TrialEnds(LoopParts& parts, LoopObserver& observer) : parts_(parts), observer_(observer) {}

  /// `cancelled`: somebody wants the running trials to end. Returns why the machine could not run it, if that
  /// is so: then nothing was put into the outbox.
  std::optional<Error> conclude(TrialRun& run, const Exit& exit, bool cancelled);
  /// Ends a trial that could not be started, as failed.
  void fail(storage::Claim claim, const Error& error);
  void pass_on_warnings(TrialRun& run) const;

  const std::optional<FailedRun>& last_failure() const noexcept { return last_failure_; }

 private:
  void end(const Trial& trial, Letter letter, storage::Outcome outcome);
  void note_failure(const Trial& trial, const storage::Outcome& outcome);

  LoopParts& parts_;
  LoopObserver& observer_;
  std::optional<FailedRun> last_failure_;
};

}  // namespace hone::runner
