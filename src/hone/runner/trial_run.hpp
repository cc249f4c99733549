// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "hone/core/study.hpp"
#include "hone/runner/execution.hpp"
#include "hone/runner/moment.hpp"
#include "hone/runner/process.hpp"
#include "hone/runner/report_tail.hpp"
#include "hone/runner/result.hpp"
#include "hone/runner/trial_files.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// One run of a trial: the command, its files, and how far it is on its way. It belongs to one thread;
/// what stops the command may be called from any, waits for nothing and touches no file.
class TrialRun {
 public:
  /// Why a command is being stopped.
  enum class Stop { TimedOut, Pruned, Cancelled, Lost };

  /// Starts the command, or asks the worker of the place; `folder` is that of its files, open. Throws Error
  /// as Executor::start() does.
  TrialRun(Executor& executor, ReportSpec reports, storage::Claim claim, TrialFiles files, Descriptor folder,
           int slot, const Budget& budget, Moment now);

  const Trial& trial() const noexcept { return claim_.trial; }
  const storage::Lease& lease() const noexcept { return claim_.lease; }
  const TrialFiles& files() const noexcept { return files_; }
  const Descriptor& folder() const noexcept { return folder_; }
  int slot() const noexcept { return slot_; }
  /// Adds the descriptors that have news for advance() and poll().
  void watch(std::vector<pollfd>& fds) const;

  // --- from any thread

  /// Sends SIGTERM, and SIGKILL when `grace` seconds have passed. A second call does nothing.
  void stop(Stop why, double grace, Moment now);
  /// Sends SIGKILL. A second call does nothing.
  void kill(Stop why);
  /// Stops a command whose time is up, kills one whose grace is up.
  void check_time(Moment now);
  /// When check_time() will have something to do; nothing when never.
  std::optional<Moment> next_deadline() const;
  std::optional<Stop> why_stopped() const;

  // --- from the thread that it belongs to

  /// Goes on with a conversation, and takes what was said to where it belongs: reports wait to be stored, and
  /// prints are in the trial's files. Commands do not converse.
  void advance(Moment now);
  /// What somebody should know of that conversation.
  std::vector<std::string> take_warnings();
  /// Reads new reports; they wait to be stored.
  void read_reports();
  /// Reads all that is left, when the command has ended.
  void read_last_reports(const Exit& exit);
  const std::deque<Report>& unstored_reports() const noexcept { return unstored_; }
  /// The first so many of those were stored: they are part of trial() now. Who waits for an answer to the
  /// last of them is told whether the trial looks bad.
  void reports_stored(std::size_t count, bool looks_bad);
  /// None of them will be stored.
  void drop_reports();
  /// A line of the report file that could not be read; empty when there is none.
  const std::string& bad_report() const noexcept { return reports_.bad_line(); }

  /// How the command ended, when it and its descendants are gone.
  std::optional<Exit> poll();

  /// What became of the trial, given how its command ended; nothing when it should go back to the queue or is
  /// not ours any more.
  std::optional<storage::Outcome> outcome(const Exit& exit, const ResultReader& reader,
                                          std::span<const Objective> objectives) const;

 private:
  // These five expect that mutex_ is held.
  void terminate_now(double grace, Moment now);
  void take_reports();
  bool has_ended();
  void stop_now(Stop why, double grace, Moment now);
  void kill_now(Stop why);
  /// Nobody stopped the command, or only to be rid of it after it had ended.
  bool is_unhurt() const;
  std::optional<storage::Outcome> outcome_of(const Exit& exit, const ResultReader& reader,
                                             std::span<const Objective> objectives) const;
  storage::Outcome outcome_of_stop(Stop why) const;
  storage::Outcome outcome_of_result(const ResultReader& reader, std::span<const Objective> objectives) const;
  /// Why there is no result although the command ended well; empty when there may be one.
  std::string obstacle() const;
  std::string with_errors(const std::string& reason) const;

  storage::Claim claim_;
  TrialFiles files_;
  Descriptor folder_;  // the files are read from this one, whatever has its path now
  int slot_;
  std::optional<double> timeout_;
  double grace_;
  ReportTail reports_;
  std::deque<Report> unstored_;
  std::deque<bool> awaited_;  // for each of those, whether somebody waits for an answer
  mutable std::mutex mutex_;  // guards all below
  std::unique_ptr<Execution> execution_;
  std::optional<Moment> stop_at_;
  std::optional<Moment> terminate_at_;  // who was told to prune has time until then
  std::optional<Moment> kill_at_;
  std::optional<Stop> stop_;
  bool killed_ = false;
};

}  // namespace hone::runner
