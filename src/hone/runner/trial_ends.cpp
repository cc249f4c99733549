// SPDX-License-Identifier: MIT
#include "hone/runner/trial_ends.hpp"

#include <cerrno>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/core/failure.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/loop_run.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::runner {
namespace {

// Why the machine could not run it. A full disk is its failure, not the trial's.
std::optional<Error> refusal_of(const TrialRun& run, const Exit& exit) {
  if (run.why_stopped()) return std::nullopt;
  if (exit.kind == Exit::Kind::NoProcess) {
    if (exit.number != 0) return no_more("processes", exit.number);
    return Error(ErrorCode::System, exit.reason, "it is tried again");
  }
  if (exit.kind != Exit::Kind::NoOutput) return std::nullopt;
  const std::string problem = text("trial ", run.trial().number, ": ", to_text(exit));
  if (exit.number == ENOSPC || exit.number == EDQUOT) return disk_full(problem);
  return Error(ErrorCode::System, problem,
               "check the permissions, or use a folder that can be written (hone tune: --workdir DIR)");
}

}  // namespace

void TrialEnds::pass_on_warnings(TrialRun& run) const {
  for (const std::string& message : run.take_warnings())
    observer_.warning(text("trial ", run.trial().number, ": ", message));
}

std::optional<Error> TrialEnds::conclude(TrialRun& run, const Exit& exit, bool cancelled) {
  pass_on_warnings(run);
  if (auto refusal = refusal_of(run, exit)) return refusal;
  const Study& study = parts_.driver.study();
  run.read_last_reports(exit);
  auto outcome = run.outcome(exit, parts_.reader, study.objectives);
  if (!outcome && run.why_stopped() == TrialRun::Stop::Lost) {
    observer_.lost(run.trial());
    return std::nullopt;
  }
  if (!run.bad_report().empty()) {
    // A worker is told the file's name in its request, not by the environment.
    const char* file = study.plan.mode == RunMode::Worker ? "the report file" : "HONE_REPORT_FILE";
    observer_.warning(text("trial ", run.trial().number, ": a line of ", file, " is not a report: '",
                           run.bad_report(), "'; write \"step value\""));
  }
  Letter letter{.trial = run.trial(),
                .lease = run.lease(),
                .reports = run.unstored_reports(),
                .reason = "cancelled, as its tuner was stopped",
                .files = run.files()};
  // A service manager sends SIGTERM to the tuner and its commands alike; a command that died of that did not
  // fail.
  const bool died_with_us = cancelled && !run.why_stopped() && !exit.success();
  if (!outcome || died_with_us) {
    letter.attempt = storage::Attempt::Kept;  // who was stopped has not failed
    parts_.outbox.add(std::move(letter));
  } else {
    letter.artefacts = look_for_artefacts(run.folder());
    end(run.trial(), std::move(letter), std::move(*outcome));
  }
  return std::nullopt;
}

void TrialEnds::fail(storage::Claim claim, const Error& error) {
  const Trial trial = claim.trial;
  end(trial, {.trial = std::move(claim.trial), .lease = claim.lease},
      {.lease = claim.lease, .state = TrialState::Failed, .error = error.what()});
}

void TrialEnds::end(const Trial& trial, Letter letter, storage::Outcome outcome) {
  const bool again = outcome.state == TrialState::Failed && trial.attempt <= parts_.budget.retries;
  if (again) {
    letter.reason = outcome.error;
  } else {
    if (is_failure(outcome.state)) note_failure(trial, outcome);
    letter.outcome = std::move(outcome);
  }
  parts_.outbox.add(std::move(letter));
}

void TrialEnds::note_failure(const Trial& trial, const storage::Outcome& outcome) {
  const Study& study = parts_.driver.study();
  const TrialFiles files = trial_files(parts_.options.workdir, parts_.folder, outcome.lease);
  last_failure_ = FailedRun{.trial = trial,
                            .command = command_line(study, trial, files),
                            .directory = study.plan.directory,
                            .folder = files.folder};
  last_failure_->trial.state = outcome.state;
  last_failure_->trial.error = outcome.error;
}

}  // namespace hone::runner
