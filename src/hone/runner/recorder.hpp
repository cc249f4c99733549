// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hone/core/pruner.hpp"
#include "hone/core/sampler.hpp"
#include "hone/runner/leases.hpp"
#include "hone/runner/study_view.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// Stores what becomes of trials: reports, results, and those that go back to the queue or into it. Whatever
/// it was told is durable when it returns. Safe to call from several threads; waits for the store, and never
/// for a sampler.
class Recorder {
 public:
  /// The first two must outlive this.
  Recorder(StudyView& view, const Leases& leases, std::unique_ptr<Pruner> pruner)
      : view_(view), leases_(leases), pruner_(std::move(pruner)) {}

  /// Ends trials. A value that is not finite makes a complete trial a failed one, with the reason in its
  /// error text. Values of trials that are not complete are dropped. Throws Error(InvalidArgument) when a
  /// complete trial has not one value for each objective, LeaseLost when a trial is not ours any more; then
  /// none has ended.
  void tell(std::span<const storage::Outcome> outcomes);

  /// Stores intermediate values, all or none, and answers whether the pruner would stop the trial for one of
  /// them (should_prune), as far as the other trials are known; false without a pruner. Throws
  /// Error(LeaseLost), and InvalidOption when there is a pruner and several objectives, of which it could
  /// compare only one.
  bool report(const storage::Lease& lease, std::span<const Report> reports);
  bool report(const storage::Lease& lease, const Report& report) {
    return this->report(lease, std::span(&report, 1));
  }
  /// The same by the trial's number, after a look at what the others did. Throws as Leases::of() does, too.
  bool report(std::int64_t number, const Report& report);

  /// Adds configurations to the queue; returns the first number.
  std::int64_t enqueue(std::span<const Proposal> proposals);

  /// Gives a trial back to the queue to be run again. Throws Error(LeaseLost).
  void requeue(const storage::Lease& lease, const std::string& reason,
               storage::Attempt attempt = storage::Attempt::Spent);
  void requeue(std::int64_t number, const std::string& reason,
               storage::Attempt attempt = storage::Attempt::Spent);
  /// Ends a trial as Failed with the error "cancelled"; who wants it to be run again calls requeue(). Throws
  /// as Leases::of() and tell() do.
  void cancel(std::int64_t number);

 private:
  void finish(FollowedStudy& study, std::span<const storage::Outcome> outcomes) const;
  void put_back(FollowedStudy& study, const storage::Lease& lease, const std::string& reason,
                storage::Attempt attempt) const;
  bool store_reports(FollowedStudy& study, const storage::Lease& lease,
                     std::span<const Report> reports) const;

  StudyView& view_;
  const Leases& leases_;
  std::unique_ptr<Pruner> pruner_;
};

}  // namespace hone::runner
