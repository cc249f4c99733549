// SPDX-License-Identifier: MIT
#include "hone/runner/trial_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/runner/checked_outcome.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/known_trials.hpp"
#include "hone/runner/output_text.hpp"

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

Moment after(Moment moment, double seconds) {
  constexpr double kCentury = 3.2e9;
  return moment + std::chrono::duration_cast<Moment::duration>(
                      std::chrono::duration<double>(std::min(seconds, kCentury)));
}

TrialRun::TrialRun(const Study& study, storage::Claim claim, TrialFiles files, int slot, const Budget& budget,
                   Moment now)
    : claim_(std::move(claim)),
      files_(std::move(files)),
      slot_(slot),
      timeout_(budget.trial_timeout),
      grace_(budget.grace),
      reports_(files_.report, study.objectives.front().name),
      process_(make_invocation(study, claim_.trial, files_, slot)) {
  if (timeout_) stop_at_ = after(now, *timeout_);
}

void TrialRun::stop(Stop why, double grace, Moment now) {
  if (stop_) return;
  stop_ = why;
  kill_at_ = after(now, grace);
  process_.terminate();
}

void TrialRun::kill(Stop why) {
  if (!stop_) stop_ = why;
  kill_at_.reset();
  process_.kill();
}

void TrialRun::check_time(Moment now) {
  if (!stop_ && stop_at_ && now >= *stop_at_) stop(Stop::TimedOut, grace_, now);
  if (kill_at_ && now >= *kill_at_) kill(*stop_);
}

std::optional<Moment> TrialRun::next_deadline() const { return stop_ ? kill_at_ : stop_at_; }

void TrialRun::read_reports(bool at_end) {
  for (const Report& report : reports_.read(at_end)) unstored_.push_back(report);
}

void TrialRun::report_stored() {
  add_report(claim_.trial.reports, unstored_.front());
  unstored_.pop_front();
}

std::optional<storage::Outcome> TrialRun::outcome(const Exit& exit, const ResultReader& reader,
                                                  std::span<const Objective> objectives) const {
  if (stop_ == Stop::Cancelled || stop_ == Stop::Lost) return std::nullopt;
  if (stop_) return outcome_of_stop();
  if (exit.success()) return outcome_of_result(reader, objectives);
  return storage::Outcome{.lease = lease(), .state = TrialState::Failed, .error = with_errors(to_text(exit))};
}

storage::Outcome TrialRun::outcome_of_stop() const {
  if (stop_ == Stop::Pruned) return {.lease = lease(), .state = TrialState::Pruned};
  return {.lease = lease(),
          .state = TrialState::TimedOut,
          .error = with_errors(text("stopped after ", *timeout_, " seconds"))};
}

storage::Outcome TrialRun::outcome_of_result(const ResultReader& reader,
                                             std::span<const Objective> objectives) const {
  Result result = reader.read(files_);
  const bool no_result = result.state == TrialState::Failed;
  return checked({.lease = lease(),
                  .state = result.state,
                  .values = std::move(result.values),
                  .attributes = storable(std::move(result.attributes)),
                  .error = no_result ? with_errors(result.error) : printable(result.error)},
                 objectives);
}

std::string TrialRun::with_errors(const std::string& reason) const {
  const std::string tail = last_lines(read_tail(files_.error, kErrorBytes).value_or(""));
  const std::string first = printable(reason);
  return tail.empty() ? first : first + "\n" + tail;
}

}  // namespace hone::runner
