// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/runner/asking.hpp"
#include "hone/runner/followed_study.hpp"
#include "hone/runner/leases.hpp"

namespace hone::runner {

/// Gives trials to those who ask: out of the queue, or new ones with settings that were proposed. Numbers and
/// settings are settled in the store only, which accepts a proposal when its number is still free. Lives as
/// long as the lock of the study is held, and thinks about nothing.
class TrialStarter {
 public:
  TrialStarter(FollowedStudy& study, const Leases& leases) : study_(study), leases_(leases) {}

  /// Gives what waits in the queue below the limit.
  void claim_waiting(Asking& asking);
  /// Starts trials with the proposals from the number `next` on, for who comes first as far as they reach.
  /// False when somebody else was faster.
  bool start(std::span<Asking> askings, std::int64_t next, std::span<const Proposal> proposals);
  /// Starts what was proposed when `seen` trials were known under the next free number, without what others
  /// have started since. What waits in the queue goes first, as always. What is left of the proposals was not
  /// started, and was compared with as many trials as `seen` says afterwards.
  void start_anyway(std::span<Asking> askings, std::int64_t& seen, std::vector<Proposal>& proposals);
  /// Takes what a store that proposes by itself hands out. Fewer than wanted does not mean that nothing is
  /// left, unless it says so.
  void take_handed_out(Asking& asking);

 private:
  bool served_elsewhere(const Asking& asking) const;
  storage::Worker worker_for(const Asking& asking) const;
  void give(Asking& asking, storage::Claim claim) const;

  FollowedStudy& study_;
  const Leases& leases_;
};

}  // namespace hone::runner
