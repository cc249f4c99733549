// SPDX-License-Identifier: MIT
#include "hone/runner/recorder.hpp"

#include <utility>
#include <vector>

#include "hone/runner/checked_outcome.hpp"
#include "hone/runner/pruning.hpp"

namespace hone::runner {

using storage::Lease;
using storage::Outcome;

// --- ends

void Recorder::tell(std::span<const Outcome> outcomes) {
  std::vector<Outcome> accepted;
  accepted.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) accepted.push_back(checked(outcome, view_.study().objectives));
  finish(*view_.lock(), accepted);
}

void Recorder::finish(FollowedStudy& study, std::span<const Outcome> outcomes) const {
  study.storage().finish(study.id(), outcomes);
  for (const Outcome& outcome : outcomes) leases_.held().remove(outcome.lease);
  study.refresh_after_writing();
}

void Recorder::cancel(std::int64_t number) {
  const auto study = view_.lock();
  const Outcome outcome{
      .lease = leases_.of(*study, number), .state = TrialState::Failed, .error = "cancelled"};
  finish(*study, std::span(&outcome, 1));
}

// --- the queue

void Recorder::requeue(const Lease& lease, const std::string& reason, storage::Attempt attempt) {
  put_back(*view_.lock(), lease, reason, attempt);
}

void Recorder::requeue(std::int64_t number, const std::string& reason, storage::Attempt attempt) {
  const auto study = view_.lock();
  put_back(*study, leases_.of(*study, number), reason, attempt);
}

void Recorder::put_back(FollowedStudy& study, const Lease& lease, const std::string& reason,
                        storage::Attempt attempt) const {
  study.storage().requeue(study.id(), lease, reason, attempt);
  leases_.held().remove(lease);
  study.refresh_after_writing();
}

std::int64_t Recorder::enqueue(std::span<const Proposal> proposals) {
  const auto study = view_.lock();
  return study->storage().enqueue(study->id(), proposals).first;
}

// --- reports

bool Recorder::report(const Lease& lease, std::span<const Report> reports) {
  return store_reports(*view_.lock(), lease, reports);
}

bool Recorder::report(std::int64_t number, const Report& report) {
  const auto study = view_.lock();
  const Lease lease = leases_.of(*study, number);
  if (pruner_) study->refresh();
  return store_reports(*study, lease, std::span(&report, 1));
}

bool Recorder::store_reports(FollowedStudy& study, const Lease& lease,
                             std::span<const Report> reports) const {
  require_whole_reports(study.study(), reports, pruner_ != nullptr);
  study.storage().report(study.id(), lease, reports);
  if (!pruner_) return false;
  study.take_in_reports(lease.number, reports);
  if (study.trials().find(lease.number) == nullptr) study.refresh();  // another process has handed it out
  const Trial* trial = study.trials().find(lease.number);
  if (trial == nullptr) return false;  // the study was redefined, and there is nothing to compare
  return should_prune(*pruner_, *trial, reports, study.trials().all(), study.study().objectives);
}

}  // namespace hone::runner
