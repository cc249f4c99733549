// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/runner/execution.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/loop_ask.hpp"
#include "hone/runner/loop_threads.hpp"
#include "hone/runner/moment.hpp"
#include "hone/runner/outbox.hpp"
#include "hone/runner/patience.hpp"
#include "hone/runner/places.hpp"
#include "hone/runner/report_intake.hpp"
#include "hone/runner/result.hpp"
#include "hone/runner/running_trials.hpp"
#include "hone/runner/trial_ends.hpp"

namespace hone::runner {

/// What a loop has from its first run to its last.
struct LoopParts {
  LoopParts(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
            std::unique_ptr<Pruner> pruner, LoopOptions given);
  LoopParts(const LoopParts&) = delete;
  LoopParts& operator=(const LoopParts&) = delete;

  LoopOptions options;
  const bool prunes;
  Driver driver;
  Budget budget;
  ResultReader reader;
  std::string folder;                  ///< of the study, in the work folder
  std::unique_ptr<Executor> executor;  ///< before the trials that it runs
  StopRules rules;
  Outbox outbox;
  RunningTrials running;
};

/// One run of a loop: decides when to start, when to stop and what to look at next.
class LoopRun {
 public:
  LoopRun(LoopParts& parts, StopSignal* signal, LoopObserver& observer);

  /// Works until the end.
  LoopResult go();

 private:
  void supervise();
  void work();
  // --- when to stop
  void obey_signal();
  void judge();
  void stop_starting(StopReason reason);
  bool done();
  // --- starting trials
  int free_slots() const;
  std::int64_t limit() const;
  void start_trials();
  void start(std::vector<storage::Claim> claims);
  bool start_trial(storage::Claim claim);
  void think();
  void could_not_start(storage::Claim claim, const Error& error);
  void give_back(storage::Claim claim, const std::string& reason);
  void refused(const Error& error);
  // --- what has happened
  void wait();
  int wait_milliseconds() const;
  void collect();
  void read_reports();
  void flush();
  void housekeeping();
  void reclaim();
  // --- trouble
  bool paused() const { return places_.paused(now_) || patience_.paused(now_); }
  bool patiently(const std::function<void()>& action);
  void abandon() noexcept;
  bool told(StopSignal::Level level) const { return signal_ != nullptr && signal_->level() >= level; }
  Executor::Haste haste() const;
  LoopStatus status() const;

  LoopParts& parts_;
  StopSignal* signal_;
  LoopObserver& observer_;
  Patience patience_;
  Places places_;
  LoopAsk ask_;
  TrialEnds ends_;
  ReportIntake reports_;
  std::optional<LoopThreads> threads_;
  std::optional<StopReason> stop_;
  Moment now_;
  Moment begun_;
  Moment next_housekeeping_;
};

}  // namespace hone::runner
