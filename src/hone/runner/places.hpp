// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/base/error.hpp"
#include "hone/runner/loop_observer.hpp"
#include "hone/runner/moment.hpp"
#include "hone/runner/patience.hpp"

namespace hone::runner {

/// True when the machine failed, and not a trial: no process, thread or disk space left.
bool is_machines(const Error& error);

/// How many trials the machine can bear at a time. One that refuses gets a pause and fewer trials for a
/// while; one that refuses again and again while nothing runs is broken.
class Places {
 public:
  /// `wanted`: trials at a time. `full_limit`: seconds for which a full disk of the trials' files is tried
  /// again.
  Places(int wanted, double full_limit, LoopObserver& observer)
      : wanted_(wanted), most_(wanted), told_(wanted), observer_(observer), files_(full_limit, observer) {}

  /// Trials at a time, as far as known.
  int count(Moment now) const noexcept { return now < try_all_ ? most_ : wanted_; }
  bool paused(Moment now) const noexcept { return now < not_before_; }
  /// Throws when the machine cannot run anything.
  void check() const;

  /// The machine did not start a trial or a thread while so many trials ran.
  void refused(const Error& error, int running, Moment now);
  /// The output of a command could not be written, and not for lack of room.
  void output_refused(const Error& error);
  /// A command has run.
  void proved() noexcept;

 private:
  int wanted_;
  int most_;  // that the machine bore when it last refused
  int told_;  // of which the observer knows
  LoopObserver& observer_;
  FullDisk files_;
  Moment not_before_;
  Moment try_all_;          // when it may have recovered
  int failed_starts_ = 0;   // in a row and with nothing running
  int failed_outputs_ = 0;  // in a row
  std::optional<Error> broken_;
};

}  // namespace hone::runner
