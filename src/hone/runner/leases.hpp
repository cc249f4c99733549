// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/held_leases.hpp"
#include "hone/runner/holder_judge.hpp"
#include "hone/runner/study_view.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// Who holds which trial of a study: the leases of this process, which it keeps alive, and those of others,
/// whose trials come back when they die. Safe to call from several threads; only of() waits for what else is
/// done with the study.
class Leases {
 public:
  /// `worker` names this process. The view must outlive this.
  Leases(StudyView& view, storage::Worker worker);

  /// The name of this process in the trials that it starts, and how long it may be silent.
  const storage::Worker& worker() const noexcept { return worker_; }

  /// The lease under which this process, or nobody in particular, holds a running trial. Throws Error:
  /// NotFound when there is no such trial, LeaseLost when it has ended or is in other hands, InvalidArgument
  /// when it waits in the queue.
  storage::Lease of(std::int64_t number) { return of(*view_.lock(), number); }
  storage::Lease of(const FollowedStudy& study, std::int64_t number) const;

  /// Prolongs leases. Returns those that are lost.
  std::vector<storage::Lease> heartbeat(std::span<const storage::Lease> leases);
  /// Prolongs one. Throws as of() does, and LeaseLost when it is lost.
  void heartbeat(std::int64_t number);
  /// Prolongs all that this process holds. Returns those that are lost.
  std::vector<storage::Lease> keep_alive() { return heartbeat(perishable()); }

  /// The trials that this process was given and has neither told nor given back, and that run out.
  std::vector<storage::Lease> perishable() const { return held_->perishable(); }
  /// All that it was given.
  HeldLeases& held() const noexcept { return *held_; }
  /// Takes over what another driver of this process and study holds, as its successor, and what calls under
  /// way are still handed by the other. Only before this one hands out any.
  void succeed(const Leases& other) { held_ = other.held_; }

  /// Who holds the running trials, as the store has it. For whoever lost his lease but not his name.
  std::vector<storage::Holder> holders() const;
  /// Puts running trials whose worker died or went silent (HolderJudge) back into the queue, or fails them.
  /// Returns their numbers. To be called at the rhythm of the heartbeats.
  std::vector<std::int64_t> reclaim(LostPolicy policy, int max_attempts);
  /// True when the last reclaim() found a worker of whom it cannot be told yet whether he is silent for good.
  bool undecided() const;

 private:
  StudyView& view_;
  storage::Worker worker_;
  // Shared with drivers that this one replaced, as they may still hand out.
  std::shared_ptr<HeldLeases> held_ = std::make_shared<HeldLeases>();
  mutable std::mutex reclaiming_;  // guards judge_
  HolderJudge judge_;
};

}  // namespace hone::runner
