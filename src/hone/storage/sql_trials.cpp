// SPDX-License-Identifier: MIT
// How SqlStorage changes trials: each call is one transaction, which counts as one change of the study.
#include <utility>

#include "hone/base/sha256.hpp"
#include "hone/core/cost.hpp"
#include "hone/storage/annotation_rows.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/sql_storage.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/trial_rows.hpp"

namespace hone::storage {
namespace {

/// Whether a worker that is to be served once was served since its asker looked. Asked within the transaction
/// that would serve it, as those of one study come one after the other.
bool served_meanwhile(Database& database, StudyId id, std::span<const Worker> workers) {
  const OnceWorkers once(workers);
  if (!once.since) return false;
  Query changed(database, "SELECT worker FROM trials WHERE study_id = ? AND revision > ?");
  changed.with(id, *once.since);
  while (changed.next()) {
    if (once.names.contains(changed.text(0))) return true;
  }
  return false;
}

Attributes left_by(const rows::TrialRow& row, const Definitions& defined, Timestamp now) {
  const auto& cost = defined.current().study.cost;
  if (!cost) return {};
  return left_to_retry(cost, rows::trial_of(rows::parts_of(row), defined), now);
}

}  // namespace

std::optional<std::vector<Lease>> SqlStorage::start(StudyId id, std::int64_t next,
                                                    std::span<const Proposal> proposals,
                                                    std::span<const Worker> workers) {
  require_workers(workers, proposals);
  require_there();
  std::optional<std::vector<Lease>> leases;
  database_.write(Access::Write, id, [&](Database& database) {
    leases.reset();
    Progress progress = rows::advance_counted(database, id);
    const Definitions& defined = definitions(database, id, progress.version);
    for (const Worker& worker : workers) defined.version_for(worker);
    if (progress.trials != next || served_meanwhile(database, id, workers)) return false;
    leases.emplace();
    const Timestamp now = clock_();
    for (std::size_t i = 0; i < proposals.size(); ++i) {
      const Worker& worker = worker_of(workers, i);
      Trial trial = trial_of(proposals[i], now);
      trial.number = progress.trials;
      trial.version = defined.version_for(worker);
      trial.state = TrialState::Running;
      trial.worker = worker.name;
      trial.started = now;
      leases->push_back(rows::insert(database, id, trial, progress.revision, lease_end(worker, now)));
      progress.add(trial.state);
    }
    rows::write_progress(database, id, progress);
    return !proposals.empty();
  });
  return leases;
}

std::optional<Claim> SqlStorage::claim_waiting(StudyId id, const Worker& worker, std::int64_t below) {
  // Nearly always nothing waits; that is seen without keeping others from writing.
  const bool waits = database_.use([&](Database& database) { return rows::has_waiting(database, id); });
  if (!waits) return std::nullopt;
  require_there();
  std::optional<Claim> claim;
  database_.write(Access::Write, id, [&](Database& database) {
    claim.reset();
    Progress progress = rows::advance(database, id);
    const Definitions& defined = definitions(database, id, progress.version);
    const std::int64_t version = defined.version_for(worker);
    if (served_meanwhile(database, id, {&worker, 1})) return false;
    const Timestamp now = clock_();
    const std::int64_t waited = progress.waiting;
    auto trial = next_waiting(database, id, progress, defined, now);
    if (!trial || trial->number >= below) {
      rows::write_progress(database, id, progress);
      return progress.waiting != waited;
    }
    rows::TrialRow row = rows::read_row(database, id, trial->number);
    const Lease lease = rows::hand_over(row, worker, now);
    if (!defined.is_current_space(row.version)) row.params = rows::params_text(trial->configuration);
    row.version = version;
    rows::write_row(database, row, progress.revision);
    progress.move(trial->state, TrialState::Running);
    rows::write_progress(database, id, progress);
    trial->state = TrialState::Running;
    trial->worker = worker.name;
    trial->started = now;
    trial->version = version;
    trial->former.clear();
    claim = Claim{std::move(*trial), lease};
    return true;
  });
  return claim;
}

// A trial that was put back into the queue after a change of the space may not fit it: it ends here.
std::optional<Trial> SqlStorage::next_waiting(Database& database, StudyId id, Progress& progress,
                                              const Definitions& defined, Timestamp now) {
  std::int64_t last = -1;
  while (true) {
    auto trial = rows::read_waiting(database, id, defined);
    if (!trial || fits(*trial)) return trial;
    // Still the first that waits after it was ended: then its index leads to another row than its number.
    if (trial->number <= last) rows::throw_not_found(database, id, trial->number);
    last = trial->number;
    rows::TrialRow row = rows::read_row(database, id, trial->number);
    rows::leave_out(row, left_out_text(*trial, progress.version), now);
    rows::write_row(database, row, progress.revision);
    progress.move(TrialState::Waiting, TrialState::Failed);
  }
}

Enqueued SqlStorage::enqueue(StudyId id, std::span<const Proposal> proposals, const std::string& key) {
  Enqueued added;
  const std::string hash = key.empty() ? "" : sha256(key);
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    if (!key.empty()) {
      // Who comes second waits here, and then sees what the first has stored.
      if (!rows::lock_progress(database, id)) throw_no_study(id);
      if (const auto known = rows::read_key(database, id, hash)) {
        added = *known;
        return false;
      }
    }
    added = {append_waiting(database, id, proposals), static_cast<std::int64_t>(proposals.size())};
    if (!key.empty()) rows::insert_key(database, id, hash, added);
    return !proposals.empty() || !key.empty();
  });
  return added;
}

std::int64_t SqlStorage::append_waiting(Database& database, StudyId id, std::span<const Proposal> proposals) {
  Progress progress = rows::advance_counted(database, id);
  const std::int64_t first = progress.trials;
  const Timestamp now = clock_();
  const Definitions& defined = definitions(database, id, progress.version);
  for (const Proposal& proposal : proposals) {
    require_names(proposal.configuration, defined.space());
    Trial trial = trial_of(proposal, now);
    trial.number = progress.trials;
    trial.version = progress.version;
    rows::insert(database, id, trial, progress.revision);
    progress.add(trial.state);
  }
  rows::write_progress(database, id, progress);
  return first;
}

std::int64_t SqlStorage::insert(StudyId id, std::span<const Trial> finished) {
  std::int64_t first = 0;
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    Progress progress = rows::advance_counted(database, id);
    const Definitions& defined = definitions(database, id, progress.version);
    first = progress.trials;
    const Timestamp now = clock_();
    for (Trial trial : finished) {
      require_finished(trial, defined.objectives());
      require_names(trial.configuration, defined.space());
      complete_times(trial, now);
      trial.number = progress.trials;
      trial.version = progress.version;
      rows::insert(database, id, trial, progress.revision);
      progress.add(trial.state);
      judge_outcome(defined.current().study.constraints_on, trial);
      if (may_be_best(trial)) progress.offer(trial.values, defined.objectives());
    }
    rows::write_progress(database, id, progress);
    return !finished.empty();
  });
  return first;
}

std::vector<Lease> SqlStorage::heartbeat(StudyId id, std::span<const Lease> leases, const Worker& worker) {
  require_there();
  std::vector<Lease> lost;
  // Nobody builds on a lease that was prolonged: who watches one waits for a whole lease.
  database_.write(Access::LooseWrite, id, [&](Database& database) {
    lost.clear();
    if (!rows::lock_progress(database, id)) throw_no_study(id);
    const auto until = lease_end(worker, clock_());
    for (const Lease& lease : leases) {
      if (!rows::prolong(database, id, lease, until)) lost.push_back(lease);
    }
    return lost.size() < leases.size();
  });
  return lost;
}

void SqlStorage::report(StudyId id, const Lease& lease, std::span<const Report> reports) {
  require_there();
  database_.write(Access::Write, id, [&](Database& database) {
    std::optional<rows::AskedRow> row;
    const Progress progress = rows::advance(database, id, [&] { row.emplace(database, id, lease.number); });
    rows::TrialRow held = row->take();
    require_held(lease, rows::holding_of(held));
    rows::add_reports(database, held, reports);
    rows::touch(database, held, progress.revision);
    return !reports.empty();
  });
}

void SqlStorage::finish(StudyId id, std::span<const Outcome> outcomes) {
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    std::optional<rows::AskedRow> first;
    Progress progress = rows::advance(database, id, [&] {
      if (!outcomes.empty()) first.emplace(database, id, outcomes[0].lease.number);
    });
    const Definitions& defined = definitions(database, id, progress.version);
    const Timestamp now = clock_();
    for (const Outcome& outcome : outcomes) {
      require_outcome(outcome, defined.objectives());
      rows::TrialRow row = first ? first->take() : rows::read_row(database, id, outcome.lease.number);
      first.reset();
      const Holding holding = rows::holding_of(row);
      require_ends(outcome, holding);
      if (holding.fence != outcome.lease.fence) rows::drop_attempt(database, row);
      rows::add_reports(database, row, outcome.reports);
      rows::finish(row, outcome, now);
      rows::write_row(database, row, progress.revision);
      progress.move(holding.state, outcome.state);
      const auto counts = [&] {
        return defined.all_may_be_best(row.version) ||
               may_be_best(rows::trial_of(rows::parts_of(row), defined));
      };
      if (outcome.state == TrialState::Complete && counts())
        progress.offer(outcome.values, defined.objectives());
    }
    rows::write_progress(database, id, progress);
    return !outcomes.empty();
  });
}

void SqlStorage::requeue(StudyId id, const Lease& lease, const std::string& reason, Attempt attempt) {
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    Progress progress = rows::advance(database, id);
    rows::TrialRow row = rows::read_row(database, id, lease.number);
    require_held(lease, rows::holding_of(row));
    const Definitions& defined = definitions(database, id, progress.version);
    rows::requeue(database, row, reason, attempt, left_by(row, defined, clock_()));
    rows::write_row(database, row, progress.revision);
    progress.move(TrialState::Running, TrialState::Waiting);
    rows::write_progress(database, id, progress);
    return true;
  });
}

void SqlStorage::correct(StudyId id, std::span<const Correction> corrections) {
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    Progress progress = rows::advance(database, id);
    const Definitions& defined = definitions(database, id, progress.version);
    const Timestamp now = clock_();
    bool best_may_differ = false;
    for (const Correction& correction : corrections) {
      rows::TrialRow row = rows::read_row(database, id, correction.number);
      const TrialState before = rows::state_of(row.status);
      require_correctable(correction, before, defined.objectives());
      if (!defined.is_current_space(row.version))
        require_runnable(correction, rows::trial_of(rows::parts_of(row), defined).outside);
      rows::correct(database, row, correction, now);
      rows::write_row(database, row, progress.revision);
      const TrialState after = state_after(correction.kind, before);
      progress.move(before, after);
      best_may_differ = best_may_differ || before == TrialState::Complete || after == TrialState::Complete;
    }
    if (best_may_differ) progress.best = rows::best_value(database, id, defined, progress.complete);
    rows::write_progress(database, id, progress);
    return !corrections.empty();
  });
}

std::vector<std::int64_t> SqlStorage::reclaim(StudyId id, LostPolicy policy, int max_attempts,
                                              const HolderCheck& judge) {
  const auto running = database_.read([&](Database& database) {
    const auto progress = rows::read_progress(database, id);
    if (!progress) throw_no_study(id);
    return rows::read_running(database, id, progress->running);
  });
  // Judged outside a transaction: the judge may be slow, and may call this store.
  const std::vector<Holding> lost = lost_trials(running, clock_(), judge);
  if (lost.empty()) return {};
  std::vector<std::int64_t> taken;
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    taken.clear();
    Progress progress = rows::advance(database, id);
    for (const Holding& seen : lost) {
      rows::TrialRow row = rows::read_row(database, id, seen.number);
      if (rows::holding_of(row) != seen) continue;  // it ended or was prolonged meanwhile
      if (gives_up(policy, seen.attempt, max_attempts)) {
        rows::give_up(row, lost_text(seen.worker), clock_());
      } else {
        const Definitions& defined = definitions(database, id, progress.version);
        rows::requeue(database, row, lost_text(seen.worker), Attempt::Spent, left_by(row, defined, clock_()));
      }
      rows::write_row(database, row, progress.revision);
      progress.move(TrialState::Running, rows::state_of(row.status));
      taken.push_back(seen.number);
    }
    rows::write_progress(database, id, progress);
    return !taken.empty();
  });
  return taken;
}

Lease SqlStorage::open_lease(StudyId id, std::int64_t number) {
  return database_.read([&](Database& database) {
    if (!rows::read_progress(database, id)) throw_no_study(id);
    return open_lease_of(rows::read_holding(database, id, number));
  });
}

}  // namespace hone::storage
