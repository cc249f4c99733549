// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "hone/core/pruner.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/held_leases.hpp"
#include "hone/runner/holder_judge.hpp"
#include "hone/runner/known_trials.hpp"
#include "hone/runner/proposer.hpp"
#include "hone/runner/study_opening.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// An ask on its way. Who cannot wait for the sampler (Driver::begin_ask) answers the question elsewhere.
struct Asking {
  int wanted = 0;  ///< trials that are still to be handed out
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  std::vector<storage::Claim> claims = {};  ///< handed out
  std::optional<Question> question = {};    ///< for the sampler; nothing: the ask is over
  bool failed = false;   ///< it ended early: fewer claims do not mean that there is nothing left
  bool forever = false;  ///< hold them until they are told, whatever the worker's lease
  /// Somebody else on whose behalf this driver asks: the trials are his, and so is keeping their leases.
  std::optional<storage::Worker> holder = {};
  int races_lost = 0;  ///< so often were others faster than the sampler
};

/// What somebody wants on whose behalf a driver asks.
struct AskedFor {
  int count = 1;
  storage::Worker holder = {};
};

/// Where a study stands.
struct Standing {
  std::int64_t trials = 0;  ///< without deleted ones
  std::int64_t waiting = 0;
  std::int64_t running = 0;
  std::optional<Trial> best = {};  ///< of a single-objective study
};

/// Throws Error(InvalidOption) when a pruner would have several objectives to compare.
void require_prunable(const Study& study);

/// The one way to work on a stored study: it hands out trials, keeps their leases, takes their reports and
/// results, and is the one place where a trial gets its number and its seed. Any number of drivers, in any
/// number of processes, may work on one study.
///
/// Safe to call from several threads, except where a reference is returned. Asks wait for each other; nothing
/// else waits for a sampler, however long it thinks: results that come meanwhile are stored at once, and the
/// sampler is told of them before the next ask.
class Driver {
 public:
  /// `worker` names this process in the trials it starts. Without a sampler the driver only records: it
  /// cannot ask, unless the storage proposes by itself, and does not read the trials before refresh() is
  /// called. The storage must outlive the
  /// driver.
  Driver(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
         storage::Worker worker, std::unique_ptr<Pruner> pruner = nullptr);

  const Study& study() const noexcept { return stored_.study; }
  storage::StudyId id() const noexcept { return stored_.id; }
  /// True when the study was made when it was opened.
  bool created() const noexcept { return stored_.created; }
  const storage::Worker& worker() const noexcept { return worker_; }

  // --- handing out

  /// Hands out up to `count` trials: first those that wait in the queue, then new proposals. Fewer when the
  /// sampler has nothing left. The proposals are a function of the space, the trials so far and the study's
  /// seed: trial n is proposed with the seed mix_seed(study seed, n). No trial of a number at or above
  /// `limit` is handed out, however many drivers ask at once. When the store fails after some trials were
  /// handed out, those are returned; the next call meets the failure.
  ///
  /// Several drivers race for the next number. Who lost proposes anew for the number after, with what is
  /// known by then; who lost twice in a row keeps what was proposed, except what somebody else has started
  /// meanwhile, so that a slow sampler gets its turn beside fast ones.
  std::vector<storage::Claim> ask(int count, std::int64_t limit = std::numeric_limits<std::int64_t>::max());
  /// The same, and tells a sampler with nothing left from a failure (Asking::failed). `forever`: the trials
  /// are held until they are told, even when this worker has a lease.
  Asking ask_to_end(int count, std::int64_t limit = std::numeric_limits<std::int64_t>::max(),
                    bool forever = false);

  /// Has the sampler think ahead: proposes `count` points from what is known now and keeps them for
  /// ask_prepared(), in place of those it had. Returns how many there are: fewer when the sampler has nothing
  /// left. A point is good for as long as no more results have come since it was made than trials run: then
  /// it knows as much as one that a worker who is still busy was given. With one worker, what was made before
  /// its last result is therefore never used.
  std::int64_t prepare(int count);
  /// Points that could be handed out now.
  std::int64_t prepared() const;
  /// Hands out what waits in the queue and what was prepared, on behalf of others, without a thought of the
  /// sampler: the claims of each wish, in their order. Who comes first is served first; new trials of all
  /// wishes are started in one transaction. Their leases are the holders' to keep. When the store fails after
  /// trials were handed out to some, the others get nothing; the next call meets the failure.
  std::vector<std::vector<storage::Claim>> ask_prepared(std::span<const AskedFor> wishes, std::int64_t limit);

  /// The same in steps, for a caller that goes on with other work while the sampler thinks: as long as the
  /// ask has a question, have proposer()->answer() it in any thread, then call continue_ask() with the
  /// answer. An ask may be given up while its question is being answered, but every question has to be: it
  /// carries what the sampler is to learn. The claims are then the caller's to put back.
  Asking begin_ask(int count, std::int64_t limit = std::numeric_limits<std::int64_t>::max(),
                   bool forever = false);
  void continue_ask(Asking& asking, const std::vector<Proposal>& proposals);
  /// Shared, because an answer that nobody waits for any more may come after the driver is gone.
  const std::shared_ptr<Proposer>& proposer() const noexcept { return proposer_; }

  // --- recording

  /// The lease under which this driver, or nobody in particular, holds a running trial. Throws Error:
  /// NotFound when there is no such trial, LeaseLost when it has ended or is in other hands, InvalidArgument
  /// when it waits in the queue.
  storage::Lease lease_of(std::int64_t number);

  /// Ends trials; durable when it returns. A value that is not finite makes a complete trial a failed one,
  /// with the reason in its error text. Values of trials that are not complete are dropped. Throws
  /// Error(InvalidArgument) when a complete trial has not one value for each objective, LeaseLost when a
  /// trial is not ours any more; then none has ended.
  void tell(std::span<const storage::Outcome> outcomes);

  /// Stores intermediate values, all or none, and answers whether the pruner would stop the trial after the
  /// last of them, as far as the other trials are known; false without a pruner. Throws Error(LeaseLost), and
  /// InvalidOption when there is a pruner and several objectives, of which it could compare only one.
  bool report(const storage::Lease& lease, std::span<const Report> reports);
  bool report(const storage::Lease& lease, const Report& report) {
    return this->report(lease, std::span(&report, 1));
  }
  /// The same by the trial's number, after a look at what the others did. Throws as lease_of() does, too.
  bool report(std::int64_t number, std::int64_t step, double value);

  /// Prolongs leases. Returns those that are lost. Waits for the store, and for nothing else that this driver
  /// does.
  std::vector<storage::Lease> heartbeat(std::span<const storage::Lease> leases);
  /// The same with all leases that this driver holds.
  std::vector<storage::Lease> keep_alive();
  /// Prolongs one. Throws as lease_of() does, and LeaseLost when it is lost.
  void heartbeat(std::int64_t number);

  /// Who holds the running trials, as the store has it. For whoever lost his lease but not his name.
  std::vector<storage::Holder> holders();
  /// The trials that a worker of this name was the last to be given, as far as known.
  std::vector<Trial> trials_of(const std::string& worker) const;

  /// The running trials whose worker's name passes, as far as known.
  std::vector<Trial> running_of(const std::function<bool(const std::string& worker)>& whose);

  /// True when trials that this driver handed out were neither told nor given back.
  bool holds_trials() const { return !held_->empty(); }
  /// Takes over the trials that another driver of this process and study holds, as its successor, and those
  /// that calls under way are still handed by the other. Only before this one hands out any.
  void succeed(const Driver& other) { held_ = other.held_; }

  /// Adds configurations to the queue; returns the first number.
  std::int64_t enqueue(std::span<const Proposal> proposals);

  /// Gives a trial back to the queue to be run again. Throws Error(LeaseLost).
  void requeue(const storage::Lease& lease, const std::string& reason,
               storage::Attempt attempt = storage::Attempt::Spent);
  void requeue(std::int64_t number, const std::string& reason,
               storage::Attempt attempt = storage::Attempt::Spent);
  /// Ends a trial as Failed with the error "cancelled"; who wants it to be run again calls requeue(). Throws
  /// as lease_of() and tell() do.
  void cancel(std::int64_t number);

  // --- correcting, for whoever looks at a study afterwards

  /// Has trials that ended without a result run again, under their numbers and with their settings. All
  /// of these do what they are asked for wholly or not at all, and leave a remark in each trial: when,
  /// and what it was. Samplers, here and in other processes, are told with their next question. Throw
  /// Error(NotFound), and InvalidArgument where a trial's state forbids it.
  void retry(std::span<const std::int64_t> numbers);
  /// The same with all trials in these states that fit the space; returns their numbers.
  std::vector<std::int64_t> retry(std::span<const TrialState> states);
  /// Takes trials out: kept with their numbers, but counted nowhere and learned from by nobody.
  void remove(std::span<const std::int64_t> numbers);
  /// Makes a trial that has ended complete with these values, one for each objective.
  void amend(std::int64_t number, std::vector<double> values);
  /// Leaves a note in a trial, puts tags on it or takes them off; it stays what it is.
  void note(std::int64_t number, std::string note, TagChanges tags);

  /// The trials that this driver was given and has neither told nor given back.
  std::vector<storage::Lease> held() const { return held_->perishable(); }

  /// Puts running trials whose worker died or went silent (HolderJudge) back into the queue, or fails them.
  /// Returns their numbers. To be called at the rhythm of the heartbeats.
  std::vector<std::int64_t> reclaim(LostPolicy policy, int max_attempts);
  /// True when somebody else has given the study another space since it was opened. Results are still taken,
  /// but nothing is handed out (Conflict), and the trials are known as they were: open the study again.
  bool redefined() const;
  /// The version in which the space that this driver knows began.
  std::int64_t space_version() const noexcept { return stored_.space; }
  /// True when the last reclaim() found a worker of whom it cannot be told yet whether he is silent for good.
  bool undecided() const;

  // --- looking

  /// Takes in what other processes did since the last call.
  void refresh();
  /// The last change of the study that was taken in.
  storage::Revision revision() const;
  Standing standing() const;
  /// The trial as known; nothing when it is not.
  std::optional<Trial> known(std::int64_t number) const;
  /// Calls look(trials) with all trials known at the last ask, tell or refresh, by number; the others wait.
  void inspect(const std::function<void(const std::vector<Trial>&)>& look) const;

  /// For programs with one thread; valid until the next call.
  const std::vector<Trial>& trials() const noexcept { return known_.all(); }
  /// The best complete trial of a single-objective study, nullptr when there is none.
  const Trial* best() const { return known_.best(); }
  /// Trials that were taken out, as far as known.
  std::int64_t deleted() const;
  /// Trials that wait in the queue, as far as known.
  std::int64_t waiting() const noexcept { return known_.waiting(); }

  /// Calls `listener` with each trial, whoever ran it, when this driver first sees it finished; not with
  /// those that are known already. The listener must not call the driver.
  void on_finished(std::function<void(const Trial&)> listener);
  /// Calls `listener` with all trials when this driver sees that some that had ended were corrected.
  void on_corrected(std::function<void(const std::vector<Trial>&)> listener);

 private:
  // The names that end in _now expect that mutex_ is held.
  void refresh_now();
  /// Throw StorageCorrupt: unless we know as many trials as the store counts; unless something changed since.
  void require_counted_now(const storage::StoredCounts& counts) const;
  void require_news_now(storage::Revision before) const;
  void require_defined_now() const;
  template <class Call>
  auto defined_now(const Call& call);
  void hand_out_now(Asking& asking);
  void take_handed_out_now(Asking& asking);
  void claim_waiting_now(Asking& asking);
  void learn_of_claim_now(const Trial& trial);
  bool start_now(std::span<Asking> askings, std::int64_t next, std::span<const Proposal> proposals);
  void start_anyway_now(std::span<Asking> askings, std::int64_t next, std::vector<Proposal>& proposals);
  bool prepared_is_good_now() const;
  std::vector<Trial> trials_of_now(const std::string& worker) const;
  bool served_elsewhere_now(const Asking& asking) const;
  void note_worker_now(const Trial& trial);
  storage::Worker worker_for(const Asking& asking) const;
  void give_now(Asking& asking, storage::Claim claim);
  void tell_now(std::span<const storage::Outcome> outcomes);
  void requeue_now(const storage::Lease& lease, const std::string& reason, storage::Attempt attempt);
  void look_after_writing_now();
  void correct(std::span<const storage::Correction> corrections);
  void correct_now(std::span<const storage::Correction> corrections);
  bool report_now(const storage::Lease& lease, std::span<const Report> reports);
  storage::Lease lease_now(std::int64_t number);

  storage::Storage& storage_;
  StoredStudy stored_;
  storage::Worker worker_;
  std::shared_ptr<Proposer> proposer_;
  std::unique_ptr<Pruner> pruner_;
  // Trials that this driver and those before it handed out; shared, as one that was replaced may still do so.
  std::shared_ptr<HeldLeases> held_ = std::make_shared<HeldLeases>();
  mutable std::mutex reclaiming_;  // guards judge_
  HolderJudge judge_;
  std::mutex asking_;         // held during a whole ask; taken before mutex_
  mutable std::mutex mutex_;  // guards all below; never held while a sampler thinks
  KnownTrials known_;
  storage::Revision revision_ = 0;
  bool following_ = false;     // known_ is kept up to date
  bool redefined_ = false;     // by somebody else
  std::vector<Trial> untold_;  // have ended or were corrected, and the sampler does not know
  /// Points that the sampler made ahead of time.
  struct Prepared {
    std::vector<Proposal> proposals = {};
    std::int64_t next = 0;   // the number for which they were made
    std::int64_t ended = 0;  // results that were known then
  };
  Prepared prepared_;
  std::int64_t ended_ = 0;  // results that were seen, corrections included
  std::unordered_map<std::string, std::vector<std::int64_t>> by_worker_;
  std::function<void(const Trial&)> listener_;
  std::function<void(const std::vector<Trial>&)> correction_listener_;
};

}  // namespace hone::runner
