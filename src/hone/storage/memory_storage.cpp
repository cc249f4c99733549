// SPDX-License-Identifier: MIT
#include "hone/storage/memory_storage.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/storage/study_attributes.hpp"
#include "hone/storage/study_store.hpp"

namespace hone::storage {

using Guard = std::lock_guard<std::mutex>;

namespace {

/// Whether a worker that is to be served once was served since its asker looked.
bool served_meanwhile(const MemoryTable& trials, std::span<const Worker> workers) {
  const OnceWorkers once(workers);
  if (!once.since) return false;
  const Changes changes = trials.changes(*once.since);
  return std::any_of(changes.trials.begin(), changes.trials.end(),
                     [&](const Trial& trial) { return once.names.contains(trial.worker); });
}

}  // namespace

StudyId MemoryStorage::create_study(const Study& study) {
  const Guard guard(mutex_);
  if (id_of(study.name)) throw_name_taken(study.name);
  MemoryTable& made = tables_.emplace(next_id_, MemoryTable(study, clock_())).first->second;
  append_waiting(made, starting_points(study));
  return next_id_++;
}

std::optional<StudyId> MemoryStorage::find_study(const std::string& name) {
  const Guard guard(mutex_);
  return id_of(name);
}

StudyVersion MemoryStorage::current(StudyId id) {
  const Guard guard(mutex_);
  return table(id).definitions().current();
}

std::vector<StudyVersion> MemoryStorage::versions(StudyId id) {
  const Guard guard(mutex_);
  return table(id).versions();
}

std::int64_t MemoryStorage::redefine_study(StudyId id, const Study& study, std::optional<std::int64_t> seen) {
  const Guard guard(mutex_);
  MemoryTable& old = table(id);
  StudyVersion version = old.definitions().current();
  if (seen) {
    require_seen(*seen, version.version);
    if (!same_objectives(old.study().objectives, study.objectives)) throw_objectives_differ(old.study().name);
  } else if (!same_space(old.study(), study) || !same_objectives(old.study().objectives, study.objectives)) {
    throw_definition_differs(old.study().name);
  }
  if (id_of(study.name).value_or(id) != id) throw_name_taken(study.name);
  if (seen) {
    version = next_space(old.versions(), study, clock_());
  } else if (!run_alike(version.study.plan, study.plan)) {
    version = next_version(old.versions(), version.version, study, clock_());
  }
  version.study = study;
  old.redefine(version, clock_());
  return version.version;
}

std::vector<Trial> MemoryStorage::trials_under(StudyId id, const Study& study) {
  const Guard guard(mutex_);
  return table(id).trials_under(study);
}

std::int64_t MemoryStorage::space_version(StudyId id) {
  const Guard guard(mutex_);
  return table(id).definitions().current().space;
}

void MemoryStorage::delete_study(StudyId id) {
  const Guard guard(mutex_);
  if (tables_.erase(id) == 0) throw_no_study(id);
  trial_artefacts_.erase_study(id);
}

std::vector<StudySummary> MemoryStorage::studies() {
  const Guard guard(mutex_);
  std::vector<StudySummary> summaries;
  for (const auto& [id, table] : tables_) summaries.push_back(table.summary(id));
  return summaries;
}

Annotations MemoryStorage::annotations(StudyId id) {
  const Guard guard(mutex_);
  return table(id).annotations;
}

void MemoryStorage::annotate(StudyId id, const Annotation& added) {
  require_annotation(added);
  const Guard guard(mutex_);
  Annotations& kept = table(id).annotations;
  Attributes attributes = kept.attributes;
  apply_attributes(added.attributes, attributes);
  if (!added.note.empty() || !added.tags.empty()) {
    std::size_t bytes = added.note.size();
    for (const StudyNote& note : kept.notes) bytes += note.text.size();
    require_note_room(kRoomOfStudy, std::ssize(kept.notes) + 1, static_cast<std::int64_t>(bytes),
                      "the study");
    kept.notes.push_back({clock_(), added.note, added.tags});
  }
  kept.attributes = std::move(attributes);
  if (added.text) kept.text = *added.text;
  if (added.stopped) kept.stopped = *added.stopped;
}

Changes MemoryStorage::changes(StudyId id, Revision since) {
  const Guard guard(mutex_);
  return table(id).changes(since);
}

std::optional<Trial> MemoryStorage::trial(StudyId id, std::int64_t number) {
  const Guard guard(mutex_);
  const MemoryTable& trials = table(id);
  if (number < 0 || number >= trials.next_number()) return std::nullopt;
  return trials.trial(number);
}

std::optional<std::vector<Lease>> MemoryStorage::start(StudyId id, std::int64_t next,
                                                       std::span<const Proposal> proposals,
                                                       std::span<const Worker> workers) {
  require_workers(workers, proposals);
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  for (const Worker& worker : workers) trials.definitions().version_for(worker);
  if (trials.next_number() != next || served_meanwhile(trials, workers)) return std::nullopt;
  std::vector<Lease> leases;
  if (proposals.empty()) return leases;
  const Timestamp now = clock_();
  leases.reserve(proposals.size());
  trials.begin_change();
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    trials.append(trial_of(proposals[i], now));
    leases.push_back(trials.hand_over(trials.next_number() - 1, worker_of(workers, i), now));
  }
  return leases;
}

std::optional<Claim> MemoryStorage::claim_waiting(StudyId id, const Worker& worker, std::int64_t below) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  trials.definitions().version_for(worker);
  if (served_meanwhile(trials, {&worker, 1})) return std::nullopt;
  const Timestamp now = clock_();
  const auto number = trials.first_waiting(now);
  if (!number || *number >= below) return std::nullopt;
  trials.begin_change();
  const Lease lease = trials.hand_over(*number, worker, now);
  return Claim{trials.trial(*number), lease};
}

Enqueued MemoryStorage::enqueue(StudyId id, std::span<const Proposal> proposals, const std::string& key) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  if (const auto known = trials.keys.find(key); known != trials.keys.end()) return known->second;
  const Enqueued added{append_waiting(trials, proposals), static_cast<std::int64_t>(proposals.size())};
  if (!key.empty()) trials.keys.emplace(key, added);
  return added;
}

std::int64_t MemoryStorage::append_waiting(MemoryTable& trials, std::span<const Proposal> proposals) {
  const std::int64_t first = trials.next_number();
  for (const Proposal& proposal : proposals) require_names(proposal.configuration, trials.study().space);
  if (proposals.empty()) return first;
  const Timestamp now = clock_();
  trials.begin_change();
  for (const Proposal& proposal : proposals) trials.append(trial_of(proposal, now));
  return first;
}

std::int64_t MemoryStorage::insert(StudyId id, std::span<const Trial> finished) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  const std::int64_t first = trials.next_number();
  for (const Trial& trial : finished) {
    require_finished(trial, trials.study().objectives);
    require_names(trial.configuration, trials.study().space);
  }
  if (finished.empty()) return first;
  const Timestamp now = clock_();
  trials.begin_change();
  for (Trial trial : finished) {
    complete_times(trial, now);
    trials.append(std::move(trial));
  }
  return first;
}

std::vector<Lease> MemoryStorage::heartbeat(StudyId id, std::span<const Lease> leases, const Worker& worker) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  const auto until = lease_end(worker, clock_());
  std::vector<Lease> lost;
  for (const Lease& lease : leases) {
    const bool known = lease.number >= 0 && lease.number < trials.next_number();
    if (known && is_held(lease, trials.holding(lease.number))) {
      trials.prolong(lease.number, until);
    } else {
      lost.push_back(lease);
    }
  }
  return lost;
}

void MemoryStorage::report(StudyId id, const Lease& lease, std::span<const Report> reports) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  require_held(lease, trials.holding(lease.number));
  if (reports.empty()) return;
  trials.begin_change();
  for (const Report& report : reports) trials.report(lease.number, report);
}

void MemoryStorage::finish(StudyId id, std::span<const Outcome> outcomes) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  std::set<std::int64_t> ending;
  for (const Outcome& outcome : outcomes) {
    require_outcome(outcome, trials.study().objectives);
    Holding holding = trials.holding(outcome.lease.number);
    if (!ending.insert(outcome.lease.number).second) {  // twice in one call
      holding.state = outcome.state;
      holding.lease_until.reset();
    }
    require_ends(outcome, holding);
  }
  if (outcomes.empty()) return;
  const Timestamp now = clock_();
  trials.begin_change();
  for (const Outcome& outcome : outcomes) trials.finish(outcome, now);
}

void MemoryStorage::requeue(StudyId id, const Lease& lease, const std::string& reason, Attempt attempt) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  require_held(lease, trials.holding(lease.number));
  trials.begin_change();
  trials.requeue(lease.number, reason, attempt, clock_());
}

void MemoryStorage::correct(StudyId id, std::span<const Correction> corrections) {
  const Guard guard(mutex_);
  MemoryTable& trials = table(id);
  std::map<std::int64_t, TrialState> states;  // a trial may be corrected twice in one call
  for (const Correction& correction : corrections) {
    const auto [state, first] =
        states.try_emplace(correction.number, trials.holding(correction.number).state);
    require_correctable(correction, state->second, trials.study().objectives);
    require_runnable(correction, trials.trial(correction.number).outside);
    state->second = state_after(correction.kind, state->second);
  }
  if (corrections.empty()) return;
  const Timestamp now = clock_();
  trials.begin_change();
  for (const Correction& correction : corrections) trials.correct(correction, now);
}

std::vector<std::int64_t> MemoryStorage::reclaim(StudyId id, LostPolicy policy, int max_attempts,
                                                 const HolderCheck& judge) {
  std::unique_lock lock(mutex_);
  const std::vector<Holding> running = table(id).running();
  lock.unlock();  // the judge may be slow, and may call this store
  const std::vector<Holding> lost = lost_trials(running, clock_(), judge);
  if (lost.empty()) return {};
  lock.lock();
  MemoryTable& trials = table(id);
  std::vector<std::int64_t> taken;
  for (const Holding& seen : lost) {
    if (trials.holding(seen.number) != seen) continue;  // it ended or was prolonged meanwhile
    if (taken.empty()) trials.begin_change();
    if (gives_up(policy, seen.attempt, max_attempts)) {
      trials.give_up(seen.number, lost_text(seen.worker), clock_());
    } else {
      trials.requeue(seen.number, lost_text(seen.worker), Attempt::Spent, clock_());
    }
    taken.push_back(seen.number);
  }
  return taken;
}

Lease MemoryStorage::open_lease(StudyId id, std::int64_t number) {
  const Guard guard(mutex_);
  return open_lease_of(table(id).holding(number));
}

ArtefactInfo MemoryStorage::put_artefact(const ArtefactDraft& draft) {
  const Guard guard(mutex_);
  return artefacts_.put(draft, clock_());
}

std::optional<Artefact> MemoryStorage::artefact(const ArtefactKey& key) {
  const Guard guard(mutex_);
  return artefacts_.find(key);
}

std::vector<ArtefactInfo> MemoryStorage::artefacts(const std::string& kind) {
  const Guard guard(mutex_);
  return artefacts_.list(kind);
}

std::int64_t MemoryStorage::delete_artefacts(const ArtefactKey& key) {
  const Guard guard(mutex_);
  return artefacts_.erase(key);
}

TrialArtefact MemoryStorage::put_trial_artefact(StudyId id, const TrialArtefactDraft& draft,
                                                const ByteSource& bytes) {
  const auto kept = kept_bytes(draft, bytes);
  const Guard guard(mutex_);
  return trial_artefacts_.put(id, draft, table(id).holding(draft.number), kept, clock_());
}

void MemoryStorage::backup(const std::string& path) {
  throw Error(ErrorCode::InvalidArgument, "a store in memory cannot be backed up to '" + path + "'",
              "use a store with a file, or export the study");
}

MemoryTable& MemoryStorage::table(StudyId id) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) throw_no_study(id);
  return found->second;
}

std::optional<StudyId> MemoryStorage::id_of(const std::string& name) const {
  for (const auto& [id, table] : tables_) {
    if (table.study().name == name) return id;
  }
  return std::nullopt;
}

std::unique_ptr<Storage> open_memory(Clock clock) {
  return std::make_unique<MemoryStorage>(std::move(clock));
}

}  // namespace hone::storage
