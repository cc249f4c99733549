// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/pruner.hpp"
#include "hone/core/sampler.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/heartbeat.hpp"
#include "hone/runner/loop_observer.hpp"
#include "hone/runner/stop_rules.hpp"
#include "hone/runner/stop_signal.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

struct LoopParts;

struct LoopOptions {
  /// Folder in which each study and trial gets its own (trial_files.hpp).
  std::string workdir = ".hone";
  /// Instead of the budget that is stored with the study.
  std::optional<Budget> budget = {};
  /// What waits in the queue is run beyond the trials of the budget.
  bool queue_beyond_budget = true;
  /// A study that somebody stopped is waited for until it goes on, as workers do. Otherwise that is the end.
  bool outlasts_stop = false;
  /// When a rule or the first SIGINT says stop: let the running trials end, or cancel them and put them back
  /// into the queue.
  bool finish_running = true;
  /// Milliseconds after which a silent worker counts as dead, and between its signs of life.
  std::int64_t lease = kLease;
  std::int64_t heartbeat = kHeartbeat;
  /// Seconds between looks at the report files.
  double report_interval = 0.2;
  /// Seconds for which a store that others keep busy is tried again before the run ends with its error.
  double busy_limit = 120.0;
  /// The same for a full disk, whether of the store or of the trials' files.
  double full_limit = 60.0;
  /// A trial whose worker died is run again until it had so many attempts, then it fails: it may be what
  /// kills them.
  int max_attempts = 10;
};

/// A trial that failed, and what was started for it.
struct FailedRun {
  Trial trial;  ///< with its error
  std::vector<std::string> command;
  std::string directory;  ///< where it was started
  std::string folder;     ///< of the trial's files
};

struct LoopResult {
  StopReason reason = StopReason::Trials;
  std::int64_t finished = 0;                   ///< trials whose end this run stored
  std::int64_t failed = 0;                     ///< of those, failed or timed out
  std::int64_t requeued = 0;                   ///< put back into the queue: retries and cancelled trials
  std::optional<FailedRun> last_failure = {};  ///< of this run
};

/// Runs the command of a study, several trials at a time, until a rule or a signal says stop. The calling
/// thread starts commands, reads what they wrote and stores it. What must not wait for that has threads of
/// its own: one stops and kills commands, by the clock and by signals, and touches neither store nor disk;
/// one sends heartbeats; one lets the sampler think. A store that is locked, a disk that hangs, an observer
/// that blocks or a flood of reports therefore stops none of them. Each command has a guard process
/// (guard.hpp), so that none outlives the tuner. In RunMode::Worker the commands live on from trial to trial
/// (worker_crew.hpp), and end when the run does.
///
/// A result is stored before it is announced, and a trial that has no stored result when the tuner dies is
/// run again: by another tuner of the study at once when it can see that the process is gone, otherwise when
/// the lease has run out.
///
/// A store that is busy is waited for, and so is room on a full disk: running commands go on meanwhile. When
/// that takes too long, or the store fails otherwise (file gone), nothing more is started, running commands
/// are killed, and run() throws. When the machine has no process or thread left to give, the trials go back
/// to the queue and the run goes on with those that run, of which there are then fewer; when there are none,
/// it throws. Results that could not be stored stay as the commands wrote them in their trials' folders,
/// which the message names; the store never holds a part of them, and the trials are run again on resuming.
class Loop {
 public:
  /// Throws Error when the study cannot be run: a command that does not fit the space, no such program, a bad
  /// rule for the result, a pruner with several objectives. The storage must outlive the loop.
  Loop(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
       std::unique_ptr<Pruner> pruner = nullptr, LoopOptions options = {});
  /// The same with a study that is read from the store.
  Loop(storage::Storage& storage, storage::StudyId id, std::unique_ptr<Sampler> sampler,
       std::unique_ptr<Pruner> pruner = nullptr, LoopOptions options = {});
  ~Loop();

  /// What is known of the study.
  const StudyView& view() const noexcept;

  /// Works until the end. Both may be left out; they must outlive the call. A second call goes on counting.
  /// When it is told to stop while the sampler thinks, it does not wait for it: see thinking_in_vain(). It
  /// does wait for a store that is busy, up to the limit in the options; who cannot wait that long ends the
  /// process, which takes its commands along.
  LoopResult run(StopSignal* signal = nullptr, LoopObserver* observer = nullptr);

 private:
  std::unique_ptr<LoopParts> parts_;
};

}  // namespace hone::runner
