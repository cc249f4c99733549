// SPDX-License-Identifier: MIT
// The part of the loop that takes in what commands leave: reports while they run, and their ends.
#include <algorithm>
#include <cerrno>
#include <deque>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/core/failure.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::runner {
namespace {

constexpr int kUnwritableOutputs = 3;  // in a row, after which no file is taken to have room

Error refusal_of(const Exit& exit) {
  if (exit.number != 0) return no_more("processes", exit.number);
  return Error(ErrorCode::System, exit.reason, "it is tried again");
}

}  // namespace

// --- ends of trials
// -------------------------------------------------------------------------------------------

void Loop::converse() {
  for (const auto& run : running_.all()) {
    run->advance(now_);
    pass_on_warnings(*run);
  }
}

void Loop::pass_on_warnings(TrialRun& run) {
  for (const std::string& message : run.take_warnings()) {
    observer_->warning(text("trial ", run.trial().number, ": ", message));
  }
}

void Loop::collect() {
  converse();
  for (const RunningTrials::Ended& ended : running_.take_ended()) conclude(*ended.run, ended.exit);
}

void Loop::conclude(TrialRun& run, const Exit& exit) {
  look_again();  // its end may have opened a way, and at least freed a place
  pass_on_warnings(run);
  if (exit.kind == Exit::Kind::NoOutput && !run.why_stopped()) return could_not_keep_output(run, exit);
  if (exit.kind == Exit::Kind::NoProcess && !run.why_stopped())
    return could_not_start({run.trial(), run.lease()}, refusal_of(exit));
  run.read_last_reports(exit);
  const auto outcome = run.outcome(exit, reader_, driver_.study().objectives);
  if (!outcome && run.why_stopped() == Stop::Lost) {
    observer_->lost(run.trial());
    return;
  }
  if (!run.bad_report().empty()) {
    // A worker is told the file's name in its request, not by the environment.
    const char* file = driver_.study().plan.mode == RunMode::Worker ? "the report file" : "HONE_REPORT_FILE";
    observer_->warning(text("trial ", run.trial().number, ": a line of ", file, " is not a report: '",
                            run.bad_report(), "'; write \"step value\""));
  }
  failed_outputs_ = failed_starts_ = 0;
  files_full_.reset();
  Letter letter{.trial = run.trial(),
                .lease = run.lease(),
                .reports = run.unstored_reports(),
                .reason = "cancelled, as its tuner was stopped",
                .folder = run.files().folder};
  if (!outcome || was_cancelled(run, exit)) {
    letter.attempt = storage::Attempt::Kept;  // who was stopped has not failed
    outbox_.add(std::move(letter));
  } else {
    end_trial(run.trial(), std::move(letter), *outcome);
  }
}

// A full disk is the machine's failure, not the trial's: it goes back to the queue.
void Loop::could_not_keep_output(const TrialRun& run, const Exit& exit) {
  const std::string problem = text("trial ", run.trial().number, ": ", to_text(exit));
  const bool full = exit.number == ENOSPC || exit.number == EDQUOT;
  if (full) return could_not_start({run.trial(), run.lease()}, disk_full(problem));
  const Error error(ErrorCode::System, problem,
                    "check the permissions, or use a folder that can be written (hone tune: --workdir DIR)");
  could_not_start({run.trial(), run.lease()}, error);
  if (++failed_outputs_ >= kUnwritableOutputs) throw error;
}

// A service manager sends SIGTERM to the tuner and its commands alike; a command that died of that did not
// fail.
bool Loop::was_cancelled(const TrialRun& run, const Exit& exit) const {
  return !run.why_stopped() && !exit.success() && signal_ != nullptr &&
         signal_->level() >= StopSignal::Level::Cancel;
}

void Loop::end_trial(const Trial& trial, Letter letter, storage::Outcome outcome) {
  const bool again = outcome.state == TrialState::Failed && trial.attempt <= budget_.retries;
  if (again) {
    letter.reason = outcome.error;
  } else {
    if (is_failure(outcome.state)) note_failure(trial, outcome);
    letter.outcome = std::move(outcome);
  }
  outbox_.add(std::move(letter));
}

void Loop::note_failure(const Trial& trial, const storage::Outcome& outcome) {
  const TrialFiles files = trial_files(options_.workdir, folder_, outcome.lease);
  last_failure_ = FailedRun{.trial = trial,
                            .command = command_line(driver_.study(), trial, files),
                            .directory = driver_.study().plan.directory,
                            .folder = files.folder};
  last_failure_->trial.state = outcome.state;
  last_failure_->trial.error = outcome.error;
}

void Loop::flush() {
  const std::size_t letters = outbox_.size();
  if (letters == 0) return;
  patiently([&] { outbox_.flush(); });
  // What went back to the queue is there now. As long as only reports were sent there is nothing new to ask
  // for.
  if (outbox_.size() < letters) {
    look_again();
    store_full_.reset();
  }
}

// --- reports
// --------------------------------------------------------------------------------------------------

void Loop::read_reports() {
  if (now_ < next_reports_ && !reports_left()) return;
  next_reports_ = after(now_, options_.report_interval);
  for (const auto& run : running_.all()) {
    if (run->unstored_reports().empty()) run->read_reports();
  }
  if (!reports_left()) return;
  patiently([&] {
    if (prunes_) driver_.view().refresh();
    for (const auto& run : running_.all()) store_reports(*run);
  });
}

bool Loop::reports_left() const {
  const auto all = running_.all();
  return std::any_of(all.begin(), all.end(),
                     [](const auto& run) { return !run->unstored_reports().empty(); });
}

// Those of one trial in one transaction, and not too many of them, so that all trials get their turn.
void Loop::store_reports(TrialRun& run) {
  const std::deque<Report>& waiting = run.unstored_reports();
  const std::size_t count = std::min(waiting.size(), kReportsAtOnce);
  if (count == 0) return;
  const std::vector<Report> reports(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
  try {
    const bool looks_bad = driver_.recorder().report(run.lease(), reports);
    run.reports_stored(count, looks_bad);
    for (const Report& report : reports) observer_->reported(run.trial(), report);
    if (!looks_bad) return;
    run.stop(Stop::Pruned, budget_.grace, now_);
    watch_->wake();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::LeaseLost) throw;
    run.drop_reports();
    run.kill(Stop::Lost);
  }
}

}  // namespace hone::runner
