// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/runner/asking.hpp"
#include "hone/runner/leases.hpp"
#include "hone/runner/prepared_points.hpp"
#include "hone/runner/proposer.hpp"
#include "hone/runner/study_view.hpp"

namespace hone::runner {

/// Has a sampler propose, and hands out trials. The proposals are a function of the space, the trials so far
/// and the study's seed: trial n is proposed with the seed mix_seed(study seed, n).
///
/// The sampler proposes for the next number without holding anything, so several processes race for it. Who
/// lost proposes anew for the number after, with what is known by then; who lost twice in a row keeps what
/// was proposed, except what somebody else has started meanwhile, so that a slow sampler gets its turn beside
/// fast ones.
///
/// Safe to call from several threads. Asks wait for each other; nobody else waits for a sampler that thinks.
class Asker {
 public:
  /// Without a sampler (nullptr) only a storage that proposes by itself can be asked. Both must outlive this.
  Asker(StudyView& view, const Leases& leases, std::shared_ptr<Proposer> proposer)
      : view_(view), leases_(leases), proposer_(std::move(proposer)) {}

  /// Hands out up to `count` trials: first those that wait in the queue, then new proposals. Fewer when the
  /// sampler has nothing left. No trial of a number at or above `limit` is handed out, however many drivers
  /// ask at once. When the store fails after some trials were handed out, those are returned; the next call
  /// meets the failure.
  std::vector<storage::Claim> ask(int count, std::int64_t limit = kNoLimit);
  /// The same, and tells a sampler with nothing left from a failure (Asking::failed). `forever`: the trials
  /// are held until they are told, even when this worker has a lease.
  Asking ask_to_end(int count, std::int64_t limit = kNoLimit, bool forever = false);

  /// What to say to who got fewer than he wanted; nothing when he got them all, or when the ask failed.
  Outlook outlook(const Asking& asking) const;

  /// The same in steps, for a caller that goes on with other work while the sampler thinks: as long as the
  /// ask has a question, have proposer()->answer() it in any thread, then call proceed() with the answer. An
  /// ask may be given up while its question is being answered, but every question has to be: it carries what
  /// the sampler is to learn. The claims are then the caller's to put back.
  Asking begin(int count, std::int64_t limit = kNoLimit, bool forever = false);
  void proceed(Asking& asking, const std::vector<Proposal>& proposals);
  /// Shared, because an answer that nobody waits for any more may come after the driver is gone.
  const std::shared_ptr<Proposer>& proposer() const noexcept { return proposer_; }

  /// Has the sampler think ahead: proposes `count` points from what is known now and keeps them for
  /// ask_prepared() behind those that nobody has got yet, which the sampler takes to be running. Returns how
  /// many it made: fewer when it has nothing left.
  ///
  /// A point is handed out as long as no more results have come since the sampler was asked for it than other
  /// workers are there, or were there then: trials that run, and all but one of the `asking` who wait for
  /// one. It then knows as much as the point of a worker who is still busy. With one worker, what was made
  /// before its last result is therefore never used.
  std::int64_t prepare(int count, std::int64_t asking = 1);
  /// Points that could be handed out now.
  std::int64_t prepared(std::int64_t asking = 1);
  /// Hands out what waits in the queue and what was prepared, on behalf of others, without a thought of the
  /// sampler: the claims of each wish, in their order. Who comes first is served first; new trials of all
  /// wishes are started in one transaction. Their leases are the holders' to keep. When the store fails after
  /// trials were handed out to some, the others get nothing; the next call meets the failure.
  std::vector<std::vector<storage::Claim>> ask_prepared(std::span<const AskedFor> wishes, std::int64_t limit);

 private:
  void ask_for_the_rest(Asking& asking);
  void hand_out(FollowedStudy& study, Asking& asking) const;
  void beside_prepared(Question& question, FollowedStudy& study) const;
  void drop_stale(const FollowedStudy& study, std::int64_t asking);

  StudyView& view_;
  const Leases& leases_;
  std::shared_ptr<Proposer> proposer_;
  std::mutex turn_;          // held during a whole ask; taken before the view's lock
  PreparedPoints prepared_;  // guarded by the view's lock
};

}  // namespace hone::runner
