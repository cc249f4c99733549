// SPDX-License-Identifier: MIT
#include "hone/storage/memory_table.hpp"

#include <algorithm>
#include <utility>

#include "hone/core/cost.hpp"

namespace hone::storage {

MemoryTable::MemoryTable(Study study, Timestamp created)
    : versions_{{.version = 1, .space = 1, .created = created, .study = std::move(study)}},
      defined_(versions_, 1),
      created_(created) {}

void MemoryTable::redefine(const StudyVersion& version, Timestamp now) {
  const std::int64_t space = defined_.current().space;
  if (version.version > versions_.back().version) versions_.push_back(version);
  std::vector<StudyVersion> versions = versions_;
  versions[static_cast<std::size_t>(version.version - 1)].study = version.study;
  defined_ = Definitions(std::move(versions), version.version);
  if (version.space != space) settle_all(now);
}

void MemoryTable::settle_all(Timestamp now) {
  begin_change();
  progress_.best.reset();
  for (std::int64_t number = 0; number < progress_.trials; ++number) {
    const Trial settled = trial(number);
    if (settled.state == TrialState::Waiting && !fits(settled))
      leave_out(number, left_out_text(settled, defined_.current().version), now);
    offer(entry(number));
    touch(entry(number));
  }
}

void MemoryTable::leave_out(std::int64_t number, const std::string& reason, Timestamp now) {
  Entry& left = entry(number);
  set_state(left, TrialState::Failed);
  left.trial.error = reason;
  left.trial.finished = now;
  touch(left);
}

void MemoryTable::offer(const Entry& entry) {
  if (entry.trial.state != TrialState::Complete || !may_be_best(trial(entry.trial.number))) return;
  progress_.offer(entry.trial.values, study().objectives);
}

Trial MemoryTable::trial(std::int64_t number) const {
  Trial settled = entry(number).trial;
  defined_.settle(settled);
  return settled;
}

std::vector<Trial> MemoryTable::trials_under(const Study& study) const {
  std::vector<StudyVersion> versions = versions_;
  versions.push_back(next_space(versions_, study, 0));
  const Definitions supposed(versions, versions.back().version);
  std::vector<Trial> trials;
  trials.reserve(entries_.size());
  for (const Entry& each : entries_) {
    trials.push_back(each.trial);
    supposed.settle(trials.back());
  }
  return trials;
}

StudySummary MemoryTable::summary(StudyId id) const {
  StudySummary summary;
  summary.id = id;
  summary.name = study().name;
  summary.created = created_;
  summary.objectives = study().objectives;
  summary.sampler = study().sampler.name;
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

std::optional<std::int64_t> MemoryTable::first_waiting(Timestamp now) {
  bool changed = false;
  while (!waiting_.empty()) {
    const std::int64_t number = *waiting_.begin();
    const Trial next = trial(number);
    if (fits(next)) return number;
    if (!std::exchange(changed, true)) begin_change();
    leave_out(number, left_out_text(next, defined_.current().version), now);
  }
  return std::nullopt;
}

Changes MemoryTable::changes(Revision since) const {
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = newest_; i != kNone && entry(i).revision > since; i = entry(i).older)
    numbers.push_back(i);
  std::sort(numbers.begin(), numbers.end());
  Changes changes;
  changes.revision = progress_.revision;
  changes.space = defined_.current().space;
  changes.counts = counts_of(progress_);
  changes.trials.reserve(numbers.size());
  for (const std::int64_t number : numbers) changes.trials.push_back(trial(number));
  return changes;
}

void MemoryTable::append(Trial trial) {
  trial.number = progress_.trials;
  progress_.add(trial.state);
  trial.version = defined_.current().version;
  trial.outside.clear();
  trial.former.clear();
  judge_outcome(study().constraints_on, trial);
  if (may_be_best(trial)) progress_.offer(trial.values, study().objectives);
  if (trial.state == TrialState::Waiting) waiting_.insert(waiting_.end(), trial.number);
  if (trial.state == TrialState::Running) running_.insert(running_.end(), trial.number);
  entries_.push_back({.trial = std::move(trial)});
  touch(entries_.back());
}

Lease MemoryTable::hand_over(std::int64_t number, const Worker& worker, Timestamp now) {
  const std::int64_t version = defined_.version_for(worker);
  Entry& held = entry(number);
  defined_.settle(held.trial);
  held.trial.former.clear();
  held.trial.version = version;
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
  add_report(held.trial.reports, report);
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
  offer(held);
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

void MemoryTable::requeue(std::int64_t number, const std::string& reason, Attempt attempt, Timestamp now) {
  Entry& held = entry(number);
  for (const auto& [name, value] : left_to_retry(study().cost, held.trial, now))
    held.trial.attributes.insert_or_assign(name, value);
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
  std::vector<Remark> remarks = trial.remarks;
  remarks.push_back(remark_of(correction, trial.state, trial.values, trial.error, now));
  require_remark_room(correction, remarks);
  trial.remarks = std::move(remarks);
  if (correction.kind == Correction::Kind::Note) {
    apply_tags(trial.attributes, correction.tags);
    touch(held);
    return;
  }
  set_state(held, state_after(correction.kind, trial.state));
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
  for (const Entry& each : entries_) offer(each);
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
