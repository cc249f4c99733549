// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/storage/study_store.hpp"

namespace hone::storage {

/// Who runs a trial, and for how long it may go silent before it counts as dead.
struct Worker {
  std::string name;  ///< unique to a process: host, process id and its start time
  std::optional<std::int64_t> lease =
      {};  ///< milliseconds; nothing: held for ever (a person with ask and tell)
  /// The version of the definition that it works by, which its trials get; 0: whichever is the present one.
  std::int64_t version = 0;
  /// At this revision it had no trial. If it has one by now, another process has answered the same ask, and
  /// nothing is started for it, nor taken from the queue. Nothing: it may have as many as it likes.
  std::optional<Revision> unserved_at = {};
};

/// Proof that a worker holds a trial. Each hand-over raises the fence, so a worker that was given up cannot
/// report on the trial any more, nor prolong it.
struct Lease {
  std::int64_t number = 0;
  std::int64_t fence = 0;
  friend bool operator==(const Lease&, const Lease&) = default;
};

/// A trial in somebody's hands.
struct Claim {
  Trial trial;
  Lease lease;
};

/// Who holds a running trial, and until when unless the lease is prolonged.
struct Holder {
  Lease lease;
  std::string worker;
  Timestamp lease_until = 0;
  std::int64_t overdue = 0;  ///< milliseconds since the lease ran out by the store's clock; negative before
};

/// What is known of a holder.
enum class Liveness {
  Dead,     ///< it is gone: the trial is taken back at once
  Alive,    ///< it lives: the trial is left to it, even when its lease has run out
  Unknown,  ///< the lease decides
};

using HolderCheck = std::function<Liveness(const Holder&)>;

/// How a trial ended.
struct Outcome {
  Lease lease;
  TrialState state = TrialState::Complete;
  std::vector<double> values = {};
  Attributes attributes = {};  ///< added to those the trial has
  std::string error = {};
  std::vector<Report> reports = {};  ///< intermediate values that were not stored before
};

/// What a person makes of a trial afterwards. It leaves a remark in the trial: when, and what the trial was,
/// or what was noted.
struct Correction {
  enum class Kind {
    Retry,   ///< one that ended without a result, or was deleted, waits again as if it had never been tried
    Delete,  ///< one that has ended, or waits, is taken out; what is known of it stays with it
    Amend,   ///< one that has ended is complete with these values
    Note,    ///< any trial stays what it is, and gets a note, tags or both
  };
  std::int64_t number = 0;
  Kind kind = Kind::Retry;
  std::vector<double> values = {};  ///< of Amend: one for each objective
  std::string note = {};            ///< of Note: what to remember; empty when there are only tags
  TagChanges tags = {};             ///< of Note
};

/// What it costs a trial to go back to the queue. Attempts are limited (`retries`, reclaim()), so that a
/// trial which cannot succeed ends.
enum class Attempt {
  Spent,  ///< it was tried, in vain
  Kept,   ///< it was not: its worker stopped in good order, or could not begin
};

/// How many trials a study has, as its store counts them.
struct StoredCounts {
  std::int64_t trials = 0;  ///< deleted ones too, so that it is the next free number
  std::int64_t waiting = 0;
  std::int64_t running = 0;
  std::int64_t deleted = 0;
  friend bool operator==(const StoredCounts&, const StoredCounts&) = default;
};

/// The trials that changed after a revision, in number order, each in its present state.
struct Changes {
  std::vector<Trial> trials;
  Revision revision = 0;
  std::int64_t space = 1;  ///< the version in which the present space began: their configurations are over it
  /// At this revision. Who has taken in all changes knows as many trials, or the store has hidden some of
  /// them. Nothing from a store that does not say.
  std::optional<StoredCounts> counts = {};
};

/// Trials that were added to the queue, numbered without gaps.
struct Enqueued {
  std::int64_t first = 0;
  std::int64_t count = 0;
  friend bool operator==(const Enqueued&, const Enqueued&) = default;
};

/// The trials of studies. Transactions, threads and errors are as Storage has them.
class TrialStore {
 public:
  virtual ~TrialStore() = default;

  /// Everything that changed after `since`; 0 gives the whole study.
  virtual Changes changes(StudyId id, Revision since) = 0;
  virtual std::optional<Trial> trial(StudyId id, std::int64_t number) = 0;

  /// Starts new trials, numbered from `next` on, when `next` is still the next free number; nothing
  /// otherwise: somebody else was faster (or has served a worker that wants to be served once:
  /// Worker::unserved_at), so look at the changes and propose anew. `workers`: who runs them,
  /// one for each or one for all. Throws Conflict, as claim_waiting() does, when a worker works by a version
  /// with another space than the present one.
  virtual std::optional<std::vector<Lease>> start(StudyId id, std::int64_t next,
                                                  std::span<const Proposal> proposals,
                                                  std::span<const Worker> workers) = 0;
  /// Takes the waiting trial of the smallest number; nothing when none below `below` waits. What waits since
  /// before a change of the space is handed out as the present space has it, and ends as failed when it does
  /// not fit.
  virtual std::optional<Claim> claim_waiting(
      StudyId id, const Worker& worker, std::int64_t below = std::numeric_limits<std::int64_t>::max()) = 0;
  /// Adds waiting trials. With a key they are added once for each key of the study, however many callers in
  /// whichever processes come at the same time: those after the first add nothing and get what the first got.
  /// Throws Conflict, as insert() does, when their parameters are not those of the present space.
  virtual Enqueued enqueue(StudyId id, std::span<const Proposal> proposals, const std::string& key = {}) = 0;
  /// Adds trials that ended elsewhere (import); their numbers are set here. Returns the first number.
  virtual std::int64_t insert(StudyId id, std::span<const Trial> finished) = 0;

  /// Prolongs leases. Returns those that are lost. Throws as require_there() does, even without leases.
  virtual std::vector<Lease> heartbeat(StudyId id, std::span<const Lease> leases, const Worker& worker) = 0;
  /// Stores intermediate values, all or none; a later one for the same step replaces the earlier. Throws
  /// LeaseLost.
  virtual void report(StudyId id, const Lease& lease, std::span<const Report> reports) = 0;
  /// Ends trials, all or none. A result (Complete or Infeasible) also ends a trial that was taken from its
  /// worker when nobody has told another result yet: the trial waits again, runs in other hands, or was given
  /// up by reclaim(). Reports of other attempts are dropped then, and who told next gets LeaseLost: a trial
  /// has one result, the first. Throws LeaseLost naming the first trial that has ended, or is not held and
  /// has no such result.
  virtual void finish(StudyId id, std::span<const Outcome> outcomes) = 0;
  /// Gives a trial back to the queue to be run again; its reports are dropped. Throws LeaseLost.
  virtual void requeue(StudyId id, const Lease& lease, const std::string& reason,
                       Attempt attempt = Attempt::Spent) = 0;
  /// Corrects trials, all or none; on disk when it returns. Throws InvalidArgument naming the first that
  /// cannot be corrected so, and what can be done instead.
  virtual void correct(StudyId id, std::span<const Correction> corrections) = 0;
  /// Requeues or fails running trials whose holder is dead, or of whom nothing is known while the lease has
  /// run out; without a judge that is everybody. Those that are held for ever are left alone. Returns their
  /// numbers. A trial that was already taken over `max_attempts` - 1 times fails instead of waiting again.
  virtual std::vector<std::int64_t> reclaim(StudyId id, LostPolicy policy, int max_attempts,
                                            const HolderCheck& judge) = 0;
  /// The lease of a running trial that is held for ever, so that another process can tell its result. Throws
  /// LeaseLost when the trial has ended or is held by a live worker, NotFound when there is none.
  virtual Lease open_lease(StudyId id, std::int64_t number) = 0;
};

/// What a store that proposes by itself hands out.
struct HandedOut {
  std::vector<Claim> claims = {};
  bool done = false;         ///< there is nothing left, and nothing to wait for
  bool stopped = false;      ///< somebody stopped the study
  bool thinking = false;     ///< its sampler has not answered yet, so that asking again may help at once
  std::int64_t running = 0;  ///< without claims: the end of one of so many may open a way
};

/// A store that proposes by itself, as a service does, gives trials to run, from the queue and from its
/// sampler, to who has no sampler of his own.
class TrialSource {
 public:
  virtual ~TrialSource() = default;

  /// `holding`: trials of this worker that it knows of; others of its are handed out again. Fewer than
  /// wanted, and not done: ask again, at once while it thinks, otherwise when one of those running has ended.
  virtual HandedOut hand_out(StudyId id, int count, std::span<const std::int64_t> holding,
                             const Worker& worker) = 0;
  /// The token that came with a lease which this store was given, to tell it from elsewhere.
  virtual std::int64_t token_of(StudyId id, const Lease& lease) = 0;
};

}  // namespace hone::storage
