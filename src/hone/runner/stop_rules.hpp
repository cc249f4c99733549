// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hone/core/study.hpp"
#include "hone/runner/gain_rule.hpp"

namespace hone::runner {

/// Why a run came to its end.
enum class StopReason {
  Trials,       ///< the study has as many trials as it should
  Time,         ///< the time is up
  Target,       ///< a trial is as good as wanted
  Cost,         ///< what trials may cost is spent
  Gain,         ///< the sampler expects too little of what it would propose
  Patience,     ///< no improvement for as many trials as allowed
  Failures,     ///< too many trials have failed
  GaveUp,       ///< nothing but failures of one kind since the study began
  Exhausted,    ///< the sampler has nothing left to propose
  Interrupted,  ///< somebody pressed Ctrl-C
  Terminated,   ///< somebody asked the process to end
  Redefined,    ///< somebody gave the study another space
  Stopped,      ///< somebody stopped the study, for everybody
};

/// "trials", "time", ...: for machines.
std::string_view to_text(StopReason reason);

/// Judges a study's progress by the limits of its budget.
class StopRules {
 public:
  /// Throws Error(InvalidOption) for a target, patience or least gain with several objectives.
  StopRules(const Budget& budget, std::span<const Objective> objectives, const StopPlan& stop = {});

  /// Takes in the trials that ended before this run. They count for target and patience, but not as failures:
  /// somebody who runs a study again after too many failures has mended something. One that succeeded shows
  /// that the command works, so nothing is given up any more. Trials from before version `space` do not count
  /// for patience: a new space is a new hope. To be called again when some were corrected.
  void begin(std::span<const Trial> history, std::int64_t space = 1);

  /// Takes in a trial that has just ended, whoever ran it.
  void finished(const Trial& trial);

  /// The rule by which no more trials should be started; nothing when they should. The number of trials and
  /// their cost are not judged here, as Asker::ask() keeps them.
  std::optional<StopReason> verdict(double seconds) const;

 private:
  void improve(const Trial& trial);

  Budget budget_;
  GainRule gains_;
  Objective objective_;
  std::optional<double> best_;
  std::int64_t since_best_ = 0;
  std::int64_t failures_ = 0;
  bool works_ = false;      ///< a trial of the study has told something other than a failure
  std::int64_t alike_ = 0;  ///< failures in a row that are like the last one
  Trial last_failure_;
};

}  // namespace hone::runner
