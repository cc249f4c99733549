// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/storage/storage.hpp"

// What every store decides alike, and the words in which it refuses.
namespace hone::storage {

/// In whose hands a trial is.
struct Holding {
  std::int64_t number = 0;
  TrialState state = TrialState::Waiting;
  std::int64_t fence = 0;
  std::string worker = {};
  /// Nothing: for ever. A failed trial that has one was given up by reclaim().
  std::optional<Timestamp> lease_until = {};
  int attempt = 1;
  friend bool operator==(const Holding&, const Holding&) = default;
};

/// True when the lease still gives the right to report on the trial.
bool is_held(const Lease& lease, const Holding& holding);
/// Throws LeaseLost, saying in whose hands the trial is now, unless the lease is held.
void require_held(const Lease& lease, const Holding& holding);
/// Throws LeaseLost unless the outcome may end the trial: its lease is held, or it is a result, its lease was
/// given once and nobody has told another result.
void require_ends(const Outcome& outcome, const Holding& holding);
/// The lease of a trial that is held for ever; throws LeaseLost otherwise.
Lease open_lease_of(const Holding& holding);

/// Throws InvalidArgument unless the outcome ends a trial and, when complete, has one finite value for each
/// objective.
void require_outcome(const Outcome& outcome, std::span<const Objective> objectives);
/// The same for a trial that ended elsewhere.
void require_finished(const Trial& trial, std::span<const Objective> objectives);

/// Throws InvalidArgument unless a trial in this state can be corrected so.
void require_correctable(const Correction& correction, TrialState state,
                         std::span<const Objective> objectives);
/// Throws InvalidArgument when a trial that is outside the present space, for this reason, shall run again.
void require_runnable(const Correction& correction, const std::string& outside);
/// What a correction leaves behind: "was failed (exit code 1); queued again".
Remark remark_of(const Correction& correction, TrialState state, std::span<const double> values,
                 const std::string& error, Timestamp now);
/// What a corrected trial is.
TrialState state_after(Correction::Kind kind, TrialState before);

/// Throws InvalidArgument when there is nothing to write on a study, or a tag is none.
void require_annotation(const Annotation& added);

/// Throws InvalidArgument when a note is one more than a trial with these remarks, the note's among them, may
/// have.
void require_remark_room(const Correction& correction, std::span<const Remark> remarks);

/// Throws InvalidArgument unless there is one worker for all of the proposals, or one for each.
void require_workers(std::span<const Worker> workers, std::span<const Proposal> proposals);
/// Who runs the proposal of this index.
const Worker& worker_of(std::span<const Worker> workers, std::size_t proposal);

/// Those of the workers that are to be served once (Worker::unserved_at).
struct OnceWorkers {
  explicit OnceWorkers(std::span<const Worker> workers);

  std::set<std::string_view> names;
  std::optional<Revision> since;  ///< the earliest at which one was unserved; nothing when there are none
};

/// A new trial, waiting and not yet numbered.
Trial trial_of(const Proposal& proposal, Timestamp now);
/// What waits in a new study.
std::vector<Proposal> starting_points(const Study& study);
/// Gives a trial that ended elsewhere the times it lacks.
void complete_times(Trial& trial, Timestamp now);

/// Chooses what reclaim() takes back. A trial that is held for ever is left alone even when the process that
/// asked for it has ended: a person has it. The living outweigh a lease that has run out: clocks are set,
/// machines sleep and stores are locked, and none of that kills a process.
std::vector<Holding> lost_trials(std::span<const Holding> running, Timestamp now, const HolderCheck& judge);
/// Whether a lost trial ends as failed instead of waiting again.
bool gives_up(LostPolicy policy, int attempt, int max_attempts);
/// The error text of a lost trial.
std::string lost_text(const std::string& worker);

/// When a lease that is given or prolonged now will run out.
std::optional<Timestamp> lease_end(const Worker& worker, Timestamp now);

[[noreturn]] void throw_no_study(StudyId id);
/// Changes are counted upwards, so a reader that knows a later one would wait for ever.
[[noreturn]] void throw_went_back(const std::string& store, StudyId id, Revision known, Revision found);
[[noreturn]] void throw_no_trial(std::int64_t number);
[[noreturn]] void throw_name_taken(const std::string& name);
[[noreturn]] void throw_definition_differs(const std::string& name);
[[noreturn]] void throw_objectives_differ(const std::string& name);

}  // namespace hone::storage
