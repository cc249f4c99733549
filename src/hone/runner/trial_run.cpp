// SPDX-License-Identifier: MIT
#include "hone/runner/trial_run.hpp"

#include <cmath>
#include <utility>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/checked_outcome.hpp"
#include "hone/runner/known_trials.hpp"
#include "hone/runner/left_artefacts.hpp"
#include "hone/runner/output_text.hpp"
#include "hone/runner/private_files.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kErrorBytes = 8192;

// Stores keep attributes as JSON, which has no nan.
Attributes storable(Attributes attributes) {
  for (auto& [name, value] : attributes) {
    const auto* number = std::get_if<double>(&value);
    if (number != nullptr && !std::isfinite(*number)) value = number_text(*number);
  }
  return attributes;
}

}  // namespace

TrialRun::TrialRun(Executor& executor, ReportSpec reports, storage::Claim claim, TrialFiles files,
                   Descriptor folder, int slot, const Budget& budget, Moment now)
    : claim_(std::move(claim)),
      files_(std::move(files)),
      folder_(std::move(folder)),
      slot_(slot),
      timeout_(budget.trial_timeout),
      grace_(budget.grace),
      reports_(files_.report, std::move(reports), {}, &folder_),
      execution_(executor.start(claim_.trial, files_, folder_, slot)) {
  if (timeout_) stop_at_ = after(now, *timeout_ + execution_->delay());
}

void TrialRun::watch(std::vector<pollfd>& fds) const {
  const std::lock_guard guard(mutex_);
  execution_->watch(fds);
}

// --- stopping

void TrialRun::stop(Stop why, double grace, Moment now) {
  const std::lock_guard guard(mutex_);
  stop_now(why, grace, now);
}

void TrialRun::stop_now(Stop why, double grace, Moment now) {
  if (stop_ || has_ended()) return;
  stop_ = why;
  if (why == Stop::Pruned && execution_->told_to_prune()) {
    terminate_at_ = after(now, grace);
  } else {
    terminate_now(grace, now);
  }
}

void TrialRun::terminate_now(double grace, Moment now) {
  terminate_at_.reset();
  kill_at_ = after(now, grace);
  execution_->terminate();
}

// A command that ended well has a result, which nothing that comes later takes away. It has no deadline any
// more either, however long nobody collects it.
bool TrialRun::has_ended() {
  if (!execution_->poll()) return false;
  stop_at_.reset();
  return true;
}

void TrialRun::kill(Stop why) {
  const std::lock_guard guard(mutex_);
  kill_now(why);
}

void TrialRun::kill_now(Stop why) {
  if (!stop_ && has_ended()) return;
  if (!stop_) stop_ = why;
  terminate_at_.reset();
  kill_at_.reset();
  if (!std::exchange(killed_, true)) execution_->kill();
}

void TrialRun::check_time(Moment now) {
  const std::lock_guard guard(mutex_);
  // A command that ended in time is not late when we are: this process may have been stopped for a while.
  if (!stop_ && stop_at_ && now >= *stop_at_) stop_now(Stop::TimedOut, grace_, now);
  if (terminate_at_ && now >= *terminate_at_ && !execution_->poll()) terminate_now(grace_, now);
  if (kill_at_ && now >= *kill_at_) kill_now(*stop_);
  if (stop_) execution_->poll();  // sees to it that the guard obeys; who wants to know asks again
}

std::optional<Moment> TrialRun::next_deadline() const {
  const std::lock_guard guard(mutex_);
  if (!stop_) return stop_at_;
  return terminate_at_ ? terminate_at_ : kill_at_;
}

std::optional<TrialRun::Stop> TrialRun::why_stopped() const {
  const std::lock_guard guard(mutex_);
  return stop_;
}

// --- reports

void TrialRun::advance(Moment now) {
  {
    const std::lock_guard guard(mutex_);
    execution_->advance(now);
    take_reports();
  }
  execution_->save_output(false);  // touches the disk, so without the lock
}

void TrialRun::take_reports() {
  for (const Report& report : execution_->take_reports()) {
    unstored_.push_back(report);
    awaited_.push_back(true);
  }
}

std::vector<std::string> TrialRun::take_warnings() {
  const std::lock_guard guard(mutex_);
  return execution_->take_warnings();
}

void TrialRun::read_reports() {
  for (const Report& report : reports_.read()) {
    unstored_.push_back(report);
    awaited_.push_back(false);
  }
}

void TrialRun::read_last_reports(const Exit& exit) {
  {
    const std::lock_guard guard(mutex_);
    execution_->advance(std::chrono::steady_clock::now());
    take_reports();
  }
  execution_->save_output(true);
  const bool whole = is_unhurt() && exit.success();  // its last line was not cut off
  for (const Report& report : reports_.read_rest(whole)) {
    unstored_.push_back(report);
    awaited_.push_back(false);
  }
}

void TrialRun::reports_stored(std::size_t count, bool looks_bad) {
  const std::lock_guard guard(mutex_);
  for (; count > 0; --count) {
    add_report(claim_.trial.reports, unstored_.front());
    if (awaited_.front()) execution_->answer(looks_bad && count == 1);
    unstored_.pop_front();
    awaited_.pop_front();
  }
}

void TrialRun::drop_reports() {
  unstored_.clear();
  awaited_.clear();
}

// --- the end

std::optional<Exit> TrialRun::poll() {
  const std::lock_guard guard(mutex_);
  return execution_->poll();
}

std::optional<storage::Outcome> TrialRun::outcome(const Exit& exit, const ResultReader& reader,
                                                  std::span<const Objective> objectives) const {
  auto outcome = outcome_of(exit, reader, objectives);
  const std::string left_out = reports_.left_out().empty() ? execution_->left_out() : reports_.left_out();
  if (outcome && !left_out.empty()) add_remark(outcome->attributes, left_out);
  return outcome;
}

bool TrialRun::is_unhurt() const {
  const std::optional<Stop> stop = why_stopped();
  return !stop || stop == Stop::Lost;
}

// The result of a command that had ended well before it was killed counts, even when the trial was given to
// another: the store knows whether somebody told another one.
std::optional<storage::Outcome> TrialRun::outcome_of(const Exit& exit, const ResultReader& reader,
                                                     std::span<const Objective> objectives) const {
  const std::string obstacle = this->obstacle();
  if (is_unhurt() && exit.success() && obstacle.empty()) return outcome_of_result(reader, objectives);
  const std::optional<Stop> stop = why_stopped();
  if (stop == Stop::Cancelled || stop == Stop::Lost) return std::nullopt;
  if (stop) return outcome_of_stop(*stop);
  const std::string reason = exit.success() ? obstacle : to_text(exit);
  return storage::Outcome{.lease = lease(), .state = TrialState::Failed, .error = with_errors(reason)};
}

std::string TrialRun::obstacle() const {
  if (!reports_.problem().empty())
    return text("HONE_REPORT_FILE ", reports_.problem(), "; append lines to a plain file");
  if (was_replaced(folder_, files_.folder))
    return "HONE_TRIAL_DIR is not the folder any more that was made for the trial; leave it in its place";
  return "";
}

storage::Outcome TrialRun::outcome_of_stop(Stop why) const {
  if (why == Stop::Pruned) return {.lease = lease(), .state = TrialState::Pruned};
  const std::string stopped = text("stopped after ", *timeout_, *timeout_ == 1.0 ? " second" : " seconds");
  const std::string reason = execution_->unanswered();
  return {.lease = lease(),
          .state = TrialState::TimedOut,
          .error = with_errors(stopped + (reason.empty() ? "" : "\n" + reason))};
}

storage::Outcome TrialRun::outcome_of_result(const ResultReader& reader,
                                             std::span<const Objective> objectives) const {
  Result result = execution_->result(reader, files_, folder_);
  if (!result.remark.empty()) result.attributes[kRemarkAttribute] = printable(result.remark);
  const bool no_result = result.state == TrialState::Failed;
  return checked({.lease = lease(),
                  .state = result.state,
                  .values = std::move(result.values),
                  .attributes = storable(std::move(result.attributes)),
                  .error = no_result ? with_errors(result.error) : printable_lines(result.error)},
                 objectives);
}

std::string TrialRun::with_errors(const std::string& reason) const {
  const std::string tail = last_lines(read_tail(files_.error, kErrorBytes, &folder_).text);
  const std::string first = printable_lines(reason);
  return tail.empty() ? first : first + "\n" + tail;
}

}  // namespace hone::runner
