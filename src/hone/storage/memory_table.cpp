// SPDX-License-Identifier: MIT
#include "hone/storage/memory_table.hpp"

#include <algorithm>
#include <utility>

namespace hone::storage {

StudySummary MemoryTable::summary(StudyId id) const {
  StudySummary summary;
  summary.id = id;
  summary.name = study_.name;
  summary.created = created_;
  summary.objectives = study_.objectives;
  summary.sampler = study_.sampler.name;
  fill(summary, progress_);
  return summary;
}

Holding MemoryTable::holding(std::int64_t number) const {
  const Entry& held = entry(number);
  return {number, held.trial.state, held.fence, held.trial.worker, held.lease_until, held.trial.attempt};
}

std::vector<Holding> MemoryTable::running() const {
  std::vector<Holding> all;
  all.reserve(running_.size());
  for (const std::int64_t number : running_) all.push_back(holding(number));
  return all;
}

std::optional<std::int64_t> MemoryTable::first_waiting() const {
  if (waiting_.empty()) return std::nullopt;
  return *waiting_.begin();
}

Changes MemoryTable::changes(Revision since) const {
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = newest_; i != kNone && entry(i).revision > since; i = entry(i).older)
    numbers.push_back(i);
  std::sort(numbers.begin(), numbers.end());
  Changes changes;
  changes.revision = progress_.revision;
  changes.trials.reserve(numbers.size());
  for (const std::int64_t number : numbers) changes.trials.push_back(trial(number));
  return changes;
}

void MemoryTable::append(Trial trial) {
  trial.number = progress_.trials;
  progress_.add(trial.state);
  if (trial.state == TrialState::Complete) progress_.offer(trial.values, study_.objectives);
  if (trial.state == TrialState::Waiting) waiting_.insert(waiting_.end(), trial.number);
  if (trial.state == TrialState::Running) running_.insert(running_.end(), trial.number);
  entries_.push_back({.trial = std::move(trial)});
  touch(entries_.back());
}

Lease MemoryTable::hand_over(std::int64_t number, const Worker& worker, Timestamp now) {
  Entry& held = entry(number);
  set_state(held, TrialState::Running);
  held.trial.worker = worker.name;
  held.trial.started = now;
  held.lease_until = lease_end(worker, now);
  ++held.fence;
  touch(held);
  return {number, held.fence};
}

void MemoryTable::report(std::int64_t number, const Report& report) {
  Entry& held = entry(number);
  std::vector<Report>& reports = held.trial.reports;
  const auto place = std::lower_bound(reports.begin(), reports.end(), report.step,
                                      [](const Report& old, std::int64_t step) { return old.step < step; });
  if (place != reports.end() && place->step == report.step) {
    *place = report;
  } else {
    reports.insert(place, report);
  }
  touch(held);
}

void MemoryTable::finish(const Outcome& outcome, Timestamp now) {
  Entry& held = entry(outcome.lease.number);
  if (held.fence != outcome.lease.fence) drop_attempt(held);
  for (const Report& told : outcome.reports) report(outcome.lease.number, told);
  set_state(held, outcome.state);
  held.trial.values = outcome.values;
  for (const auto& [name, value] : outcome.attributes) held.trial.attributes.insert_or_assign(name, value);
  held.trial.error = outcome.error;
  held.trial.finished = now;
  held.lease_until.reset();
  if (outcome.state == TrialState::Complete) progress_.offer(outcome.values, study_.objectives);
  touch(held);
}

void MemoryTable::give_up(std::int64_t number, const std::string& reason, Timestamp now) {
  Entry& held = entry(number);
  set_state(held, TrialState::Failed);
  held.trial.values.clear();
  held.trial.error = reason;
  held.trial.finished = now;
  touch(held);
}

void MemoryTable::requeue(std::int64_t number, const std::string& reason, Attempt attempt) {
  Entry& held = entry(number);
  set_state(held, TrialState::Waiting);
  drop_attempt(held);
  held.trial.error = reason;
  if (attempt == Attempt::Spent) ++held.trial.attempt;
  held.lease_until.reset();
  touch(held);
}

void MemoryTable::correct(const Correction& correction, Timestamp now) {
  Entry& held = entry(correction.number);
  Trial& trial = held.trial;
  const bool counted = trial.state == TrialState::Complete;
  trial.remarks.push_back(remark_of(correction, trial.state, trial.values, trial.error, now));
  set_state(held, state_after(correction.kind));
  held.lease_until.reset();
  if (correction.kind == Correction::Kind::Retry) {
    drop_attempt(held);
    trial.values.clear();
    trial.error.clear();
    trial.attempt = 1;
    trial.finished = 0;
  } else if (correction.kind == Correction::Kind::Amend) {
    trial.values = correction.values;
    trial.error.clear();
  }
  if (counted || trial.state == TrialState::Complete) find_best();
  touch(held);
}

void MemoryTable::find_best() {
  progress_.best.reset();
  for (const Entry& each : entries_) {
    if (each.trial.state == TrialState::Complete) progress_.offer(each.trial.values, study_.objectives);
  }
}

const MemoryTable::Entry& MemoryTable::entry(std::int64_t number) const {
  if (number < 0 || number >= progress_.trials) throw_no_trial(number);
  return entries_[static_cast<std::size_t>(number)];
}

MemoryTable::Entry& MemoryTable::entry(std::int64_t number) {
  return const_cast<Entry&>(std::as_const(*this).entry(number));
}

void MemoryTable::set_state(Entry& entry, TrialState state) {
  const std::int64_t number = entry.trial.number;
  if (entry.trial.state == TrialState::Waiting) waiting_.erase(number);
  if (entry.trial.state == TrialState::Running) running_.erase(number);
  if (state == TrialState::Waiting) waiting_.insert(number);
  if (state == TrialState::Running) running_.insert(number);
  progress_.move(entry.trial.state, state);
  entry.trial.state = state;
}

void MemoryTable::drop_attempt(Entry& entry) {
  entry.trial.reports.clear();
  entry.trial.worker.clear();
  entry.trial.started = 0;
}

void MemoryTable::touch(Entry& entry) {
  const std::int64_t number = entry.trial.number;
  entry.revision = progress_.revision;
  if (newest_ == number) return;
  if (entry.older != kNone) entries_[static_cast<std::size_t>(entry.older)].newer = entry.newer;
  if (entry.newer != kNone) entries_[static_cast<std::size_t>(entry.newer)].older = entry.older;
  entry.older = newest_;
  entry.newer = kNone;
  if (newest_ != kNone) entries_[static_cast<std::size_t>(newest_)].newer = number;
  newest_ = number;
}

}  // namespace hone::storage
