// SPDX-License-Identifier: MIT
#include "hone/runner/worker_execution.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/worker_message.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/json_result.hpp"
#include "hone/runner/private_files.hpp"

namespace hone::runner {
namespace {

// Bytes that are read at a time, so that all trials get their turn, and that wait in memory to be written.
constexpr std::size_t kPiece = std::size_t{1} << 18;
constexpr std::size_t kMostWaiting = std::size_t{1} << 21;
// What is left in the pipes of a worker that has gone.
constexpr std::size_t kLastPiece = std::size_t{1} << 21;
constexpr std::size_t kMostUnanswered = 2000;
// Answers that a worker does not read; a worker that reads them has never more than a few hundred bytes.
constexpr std::size_t kMostUnsent = std::size_t{1} << 18;
constexpr double kSilence = 2.0;  // seconds

std::string request_for(const Study& study, const Trial& trial, const TrialFiles& files) {
  return codec::worker_request({.trial_id = files.id,
                                .study = study.name,
                                .seed = trial_seed(study.seed, trial.number),
                                .folder = files.folder,
                                .params_file = files.params,
                                .report_file = files.report,
                                .artefact_folder = files.artefacts,
                                .checkpoint_folder = files.checkpoints},
                               trial);
}

}  // namespace

WorkerExecution::WorkerExecution(WorkerCrew& crew, const Trial& trial, const TrialFiles& files,
                                 const Descriptor& folder, int slot)
    : crew_(crew),
      slot_(slot),
      number_(trial.number),
      id_(files.id),
      request_(request_for(crew.study(), trial, files)),
      output_(create_private_file(folder.get(), "stdout.txt")),
      error_(create_private_file(folder.get(), "stderr.txt")) {
  WorkerCrew::Idle idle = crew_.take(slot);
  const bool gone = !idle.worker || idle.worker->poll();
  if (!gone && idle.worker->is_closed()) {
    former_ = std::move(idle);
    return;
  }
  worker_ = gone ? crew_.hire(slot) : std::move(idle.worker);
  begin(gone);
}

// A worker that answered, and was not stopped afterwards, is in step and ready for the next trial.
WorkerExecution::~WorkerExecution() {
  if (former_.worker) crew_.keep(slot_, std::move(former_.worker));
  if (exit_ && exit_->success() && !stopped_) crew_.keep(slot_, std::move(worker_));
}

void WorkerExecution::begin(bool fresh) {
  fresh_ = fresh;
  worker_->begin_trial(id_, number_);
  worker_->say(request_);
}

// --- how it goes on

void WorkerExecution::advance(Moment now) {
  if (!exit_) {
    if (former_.worker) wait_for_former(now);
    if (worker_ && !poll() && wants_another_ && !stopped_) replace();
    if (worker_ && !exit_) look_for_silence(now);
    if (output_problem_ != 0) reject("");
  }
  for (Log* log : {&output_, &error_}) log->saving += std::exchange(log->fresh, {});
}

void WorkerExecution::wait_for_former(Moment now) {
  former_.worker->read_output(kPiece);
  former_.worker->lines().take_rest();
  former_.worker->read_error(kPiece);
  if (former_.worker->poll()) {
    former_.worker.reset();
    return replace();
  }
  if (now > after(former_.since, 2 * crew_.grace())) {
    former_.worker->kill();
  } else if (now > after(former_.since, crew_.grace()) && !std::exchange(former_told_, true)) {
    former_.worker->terminate();
  }
}

void WorkerExecution::replace() {
  wants_another_ = false;
  if (worker_) output_.fresh += worker_->lines().take_rest();
  try {
    worker_ = crew_.hire(slot_);
    begin(true);
  } catch (const Error& error) {
    const bool refused = error.code() == ErrorCode::System;
    exit_ = Exit{refused ? Exit::Kind::NoProcess : Exit::Kind::NotStarted, 0, error.what()};
  }
}

double WorkerExecution::delay() const { return former_.worker ? 2 * crew_.grace() : 0.0; }

void WorkerExecution::watch(std::vector<pollfd>& fds) const {
  if (former_.worker) former_.worker->watch(fds, true);
  if (worker_) worker_->watch(fds, wants_output());
}

// --- how it ends

std::optional<Exit> WorkerExecution::poll() {
  if (exit_ || !worker_) return exit_;
  const auto ended = worker_->poll();  // before the pipes are read, so that nothing can come after that
  converse(ended.has_value());
  if (answer_ && !stopped_ && !rejection_) return exit_ = Exit{Exit::Kind::Code, 0};
  if (ended) {
    exit_ = end_of(*ended);
    wants_another_ = !exit_;
  }
  return exit_;
}

// Nothing when another worker should be given the request.
std::optional<Exit> WorkerExecution::end_of(const Exit& exit) {
  if (!fresh_ && !stopped_ && !rejection_ && is_untouched()) return std::nullopt;
  output_.fresh += worker_->lines().take_rest();
  if (output_problem_ != 0) return Exit{Exit::Kind::NoOutput, output_problem_};
  if (rejection_) return Exit{Exit::Kind::NoAnswer, 0, *rejection_};
  if (!exit.success()) return exit;
  return Exit{
      Exit::Kind::NoAnswer, 0,
      "the worker ended, with exit code 0, before it answered; answer each request with a line of JSON "
      "and wait for the next one until standard input ends"};
}

bool WorkerExecution::is_untouched() const {
  const std::size_t sent = request_.size() - std::min(request_.size(), worker_->unsent());
  return worker_->unread() >= sent;
}

void WorkerExecution::terminate() {
  stopped_ = true;
  if (worker_) {
    worker_->terminate();
  } else if (!exit_) {
    exit_ = Exit{Exit::Kind::NoAnswer, 0, "it was stopped before a worker had time for it"};
  }
}

void WorkerExecution::kill() {
  terminate();
  if (worker_) worker_->kill();
}

// Its trial is over when it is gone.
void WorkerExecution::reject(const std::string& reason) {
  if (rejection_ || answer_) return;
  rejection_ = reason;
  if (worker_) worker_->kill();
}

Result WorkerExecution::result(const ResultReader& reader, const TrialFiles& /*files*/,
                               const Descriptor& /*folder*/) const {
  if (told_) return result_from_json(*told_, crew_.study().objectives);
  return reader.read_text({}, answer_.value_or(""), id_);
}

// --- what is said

// More is not read while nobody has taken what was.
bool WorkerExecution::wants_output() const {
  return unanswered_.size() < kMostUnanswered && output_.fresh.size() < kMostWaiting;
}

// Standard error last: what it said there before its answer is then with this trial.
void WorkerExecution::converse(bool all) {
  worker_->flush();
  read_lines();  // that were left for lack of answers
  if (all || wants_output()) worker_->read_output(all ? kLastPiece : kPiece);
  read_lines();
  if (all || error_.fresh.size() < kMostWaiting)
    error_.fresh += worker_->read_error(all ? kLastPiece : kPiece);
  if (worker_->unsent() > kMostUnsent + request_.size()) {
    reject("the worker does not read the answers to its reports; read one line after each report");
  }
}

void WorkerExecution::read_lines() {
  while (unanswered_.size() < kMostUnanswered) {
    const auto line = worker_->lines().next();
    if (!line) return;
    take_line(*line);
  }
}

// A worker that has closed one of its streams, or all who could write to it are gone, would keep its place
// for ever. One that is just ending looks the same for a moment.
void WorkerExecution::look_for_silence(Moment now) {
  if (stopped_ || answer_) return;
  worker_->flush();
  const bool hears = worker_->is_heard();
  const bool speaks = worker_->can_speak();
  if (hears && speaks) return silent_since_.reset();
  if (!silent_since_) silent_since_ = now;
  if (seconds_between(*silent_since_, now) < kSilence) return;
  reject(speaks ? "the worker has closed its standard input, from which it should read requests"
                : "the worker has closed its standard output, to which it should write its answer");
}

// --- its files

void WorkerExecution::save_output(bool last) {
  for (Log* log : {&output_, &error_}) {
    const std::string bytes = std::exchange(log->saving, {});
    log->kept.take(bytes.data(), bytes.size());
    if (last) log->kept.finish();
    if (log->kept.problem() != 0) output_problem_ = log->kept.problem();
  }
}

}  // namespace hone::runner
