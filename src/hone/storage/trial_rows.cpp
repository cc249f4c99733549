// SPDX-License-Identifier: MIT
#include "hone/storage/trial_rows.hpp"

#include <map>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/trial_record.hpp"

namespace hone::storage::rows {
namespace {

#define HONE_READ_PROGRESS                                                                             \
  "SELECT trials, waiting, running, complete, failed, best, revision, deleted, version FROM progress " \
  "WHERE study_id = ?"

#define HONE_LAST_NUMBER "SELECT MAX(number) FROM trials WHERE study_id = ?"
#define HONE_READ_ROW "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? AND number = ?"

Progress progress_of_row(Query& row) {
  Progress progress = counts_in(row, 0);
  progress.version = row.integer(8);
  return progress;
}

TrialRow stored_row(Database& database, StudyId id, std::int64_t number) {
  Query query(database, HONE_READ_ROW);
  if (!query.with(id, number).next()) throw_not_found(database, id, number);
  return row_of(query, id);
}

std::string joined_attributes(const std::string& stored, const Attributes& added) {
  if (added.empty()) return stored;
  Attributes attributes = attributes_of(stored);
  for (const auto& [name, value] : added) attributes.insert_or_assign(name, value);
  return attributes_text(attributes);
}

}  // namespace

std::optional<Progress> read_progress(Database& database, StudyId id) {
  Query query(database, HONE_READ_PROGRESS);
  if (!query.with(id).next()) return std::nullopt;
  return progress_of_row(query);
}

std::optional<Progress> lock_progress(Database& database, StudyId id) {
  Query query(database, text(HONE_READ_PROGRESS, database.row_lock()));
  if (!query.with(id).next()) return std::nullopt;
  return progress_of_row(query);
}

// The update comes first because it takes the lock where rows are locked one by one. RETURNING would save the
// second statement but makes SQLite set up a temporary table each time.
Progress advance(Database& database, StudyId id, const std::function<void()>& meanwhile) {
  Query(database, "UPDATE progress SET revision = revision + 1 WHERE study_id = ?").with(id).run();
  Query query(database, HONE_READ_PROGRESS);
  query.with(id).send();
  if (meanwhile) meanwhile();
  if (!query.next()) throw_no_study(id);
  return progress_of_row(query);
}

Progress advance_counted(Database& database, StudyId id) {
  Query last(database, HONE_LAST_NUMBER);
  const Progress progress = advance(database, id, [&] { last.with(id).send(); });
  last.next();
  const std::int64_t next = last.optional_integer(0).value_or(-1) + 1;
  if (next == progress.trials) return progress;
  throw Error(ErrorCode::StorageCorrupt,
              text("'", database.name(), "': study ", id, " counts ", progress.trials,
                   " trials, but the next free number is ", next),
              "count anew with `hone db check --repair`");
}

void write_progress(Database& database, StudyId id, const Progress& progress) {
  Query(database,
        "UPDATE progress SET trials = ?, waiting = ?, running = ?, complete = ?, failed = ?, best = ?, "
        "deleted = ?, version = ? WHERE study_id = ?")
      .with(progress.trials, progress.waiting, progress.running, progress.complete, progress.failed,
            progress.best, progress.deleted, progress.version, id)
      .run();
}

void insert_progress(Database& database, StudyId id, const Progress& progress) {
  Query(database, "INSERT INTO progress (study_id, trials, revision) VALUES (?, 0, ?)")
      .with(id, progress.revision)
      .run();
  write_progress(database, id, progress);
}

std::optional<double> best_value(Database& database, StudyId id, const Definitions& definitions,
                                 std::int64_t complete) {
  Progress best;
  Query query(database,
              "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? AND status = 'complete'");
  query.with(id);
  while (query.next()) {
    const TrialParts parts = parts_of(query, id);
    ++best.complete;
    if (definitions.all_may_be_best(parts.version) || may_be_best(trial_of(parts, definitions)))
      best.offer(numbers_of(parts.texts[2]), definitions.objectives());
  }
  if (best.complete != complete) throw_hidden(database, id, complete, best.complete, "complete ");
  return best.best;
}

void require_newest(Database& database, StudyId id, const Progress& progress) {
  Query query(database, "SELECT MAX(revision) FROM trials WHERE study_id = ?");
  query.with(id).next();
  const Revision newest = query.is_null(0) ? 0 : query.integer(0);
  if (newest <= progress.revision && progress.revision < kNeverReached) return;
  throw Error(ErrorCode::StorageCorrupt,
              text("'", database.name(), "': study ", id, " counts ", progress.revision,
                   " changes, but a trial has number ", newest),
              "count anew with `hone db check --repair`, or restore a backup");
}

void throw_hidden(Database& database, StudyId id, std::int64_t counted, std::int64_t found,
                  const char* state) {
  throw Error(ErrorCode::StorageCorrupt,
              text("'", database.name(), "' is damaged: study ", id, " counts ", counted, " ", state,
                   "trials, but ", found, " can be read in order"),
              kLookAndRestore);
}

void throw_not_found(Database& database, StudyId id, std::int64_t number) {
  const auto progress = read_progress(database, id);
  if (!progress || number < 0 || number >= progress->trials) throw_no_trial(number);
  throw Error(ErrorCode::StorageCorrupt,
              text("'", database.name(), "' is damaged: trial ", number, " of the ", progress->trials,
                   " trials of study ", id, " cannot be found"),
              kLookAndRestore);
}

bool has_waiting(Database& database, StudyId id) {
  Query query(
      database,
      "SELECT (SELECT 1 FROM trials WHERE study_id = progress.study_id AND status = 'waiting' LIMIT 1), "
      "waiting FROM progress WHERE study_id = ?");
  if (!query.with(id).next()) throw_no_study(id);
  if (!query.is_null(0)) return true;
  if (query.integer(1) > 0) throw_hidden(database, id, query.integer(1), 0, "waiting ");
  return false;
}

std::optional<std::int64_t> last_number(Database& database, StudyId id) {
  Query query(database, HONE_LAST_NUMBER);
  query.with(id).next();
  return query.optional_integer(0);
}

// Who goes on to change the trial seals it anew, damage and all, if nobody looked.
TrialRow read_row(Database& database, StudyId id, std::int64_t number) {
  TrialRow row = stored_row(database, id, number);
  seal_of(database, row).require_kept(number);
  return row;
}

AskedRow::AskedRow(Database& database, StudyId id, std::int64_t number)
    : database_(database), query_(database, HONE_READ_ROW), id_(id), number_(number) {
  query_.with(id, number).send();
}

TrialRow AskedRow::take() {
  if (!query_.next()) throw_not_found(database_, id_, number_);
  TrialRow row = row_of(query_, id_);
  seal_of(database_, row).require_kept(number_);
  return row;
}

Holding holding_of(const TrialRow& row) {
  return {.number = row.number,
          .state = state_of(row.status),
          .fence = row.fence,
          .worker = row.worker,
          .lease_until = row.lease_until,
          .attempt = static_cast<int>(row.attempt)};
}

Holding read_holding(Database& database, StudyId id, std::int64_t number) {
  return holding_of(read_row(database, id, number));
}

std::vector<Holding> read_running(Database& database, StudyId id, std::int64_t expected) {
  Query query(database,
              "SELECT number, handovers, worker, lease_until, attempt FROM trials "
              "WHERE study_id = ? AND status = 'running' ORDER BY number");
  query.with(id);
  std::vector<Holding> running;
  while (query.next()) {
    running.push_back({.number = query.integer(0),
                       .state = TrialState::Running,
                       .fence = query.integer(1),
                       .worker = std::string(query.text(2)),
                       .lease_until = query.optional_integer(3),
                       .attempt = static_cast<int>(query.integer(4))});
  }
  const auto found = static_cast<std::int64_t>(running.size());
  if (found != expected) throw_hidden(database, id, expected, found, "running ");
  return running;
}

void seal_trial(Database& database, StudyId id, std::int64_t number) {
  const std::int64_t seal = seal_of(database, stored_row(database, id, number)).value();
  Query(database, "UPDATE trials SET seal = ? WHERE study_id = ? AND number = ?")
      .with(seal, id, number)
      .run();
}

void insert_row(Database& database, const TrialRow& row, Revision revision) {
  Query(
      database,
      "INSERT INTO trials (study_id, number, revision, status, settings, objective_values, attributes, "
      "notes, failure, attempt, worker, handovers, lease_until, created, started, finished, remarks, seal, "
      "version, reported, last_step) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .with(row.study, row.number, revision, row.status, row.params, row.values, row.attributes, row.notes,
            row.error, row.attempt, row.worker, row.fence, row.lease_until, row.created, row.started,
            row.finished, row.remarks, row.seal, row.version, row.reported, row.last_step)
      .run();
}

Lease insert(Database& database, StudyId id, const Trial& trial, Revision revision,
             std::optional<Timestamp> lease_until) {
  TrialRow row = row_of(trial, id);
  row.fence = trial.state == TrialState::Running ? 1 : 0;
  row.lease_until = lease_until;
  row.seal = TrialSeal(parts_of(row)).value();
  std::map<std::int64_t, const Report*> by_step;
  for (const Report& report : trial.reports) by_step[report.step] = &report;
  std::uint64_t reported = 0;
  for (const auto& [step, report] : by_step) reported += report_mark(*report);
  row.reported = static_cast<std::int64_t>(reported);
  if (!by_step.empty()) row.last_step = by_step.rbegin()->first;
  insert_row(database, row, revision);
  for (const Report& report : trial.reports) add_report(database, id, trial.number, report);
  // In the order in which they are read, and without those that others replaced.
  if (!trial.reports.empty()) seal_trial(database, id, trial.number);
  return {row.number, row.fence};
}

void write_row(Database& database, const TrialRow& row, Revision revision) {
  const std::int64_t seal = seal_of(database, row).value();
  Query(database,
        "UPDATE trials SET revision = ?, status = ?, settings = ?, objective_values = ?, attributes = ?, "
        "failure = ?, attempt = ?, worker = ?, handovers = ?, lease_until = ?, started = ?, finished = ?, "
        "remarks = ?, seal = ?, version = ?, reported = ?, last_step = ? WHERE study_id = ? AND number = ?")
      .with(revision, row.status, row.params, row.values, row.attributes, row.error, row.attempt, row.worker,
            row.fence, row.lease_until, row.started, row.finished, row.remarks, seal, row.version,
            row.reported, row.last_step, row.study, row.number)
      .run();
}

Lease hand_over(TrialRow& row, const Worker& worker, Timestamp now) {
  row.status = to_text(TrialState::Running);
  row.worker = worker.name;
  row.started = now;
  row.lease_until = lease_end(worker, now);
  ++row.fence;
  return {row.number, row.fence};
}

bool prolong(Database& database, StudyId id, const Lease& lease, std::optional<Timestamp> lease_until) {
  Query(database,
        "UPDATE trials SET lease_until = ? WHERE study_id = ? AND number = ? AND handovers = ? AND status = "
        "'running'")
      .with(lease_until, id, lease.number, lease.fence)
      .run();
  return database.changed_rows() == 1;
}

void touch_all(Database& database, StudyId id, Revision revision) {
  Query(database, "UPDATE trials SET revision = ? WHERE study_id = ?").with(revision, id).run();
}

void finish(TrialRow& row, const Outcome& outcome, Timestamp now) {
  row.status = to_text(outcome.state);
  row.values = numbers_text(outcome.values);
  row.attributes = joined_attributes(row.attributes, outcome.attributes);
  row.error = outcome.error;
  row.finished = now;
  row.lease_until.reset();
}

void give_up(TrialRow& row, const std::string& reason, Timestamp now) {
  row.status = to_text(TrialState::Failed);
  row.values.clear();
  row.error = reason;
  row.finished = now;
}

void leave_out(TrialRow& row, const std::string& reason, Timestamp now) {
  row.status = to_text(TrialState::Failed);
  row.error = reason;
  row.finished = now;
}

void drop_attempt(Database& database, TrialRow& row) {
  Query(database, "DELETE FROM reports WHERE study_id = ? AND number = ?").with(row.study, row.number).run();
  row.worker.clear();
  row.started = 0;
  row.reported = 0;
  row.last_step.reset();
}

void requeue(Database& database, TrialRow& row, const std::string& reason, Attempt attempt,
             const Attributes& left) {
  if (!left.empty()) row.attributes = joined_attributes(row.attributes, left);
  drop_attempt(database, row);
  row.status = to_text(TrialState::Waiting);
  row.error = reason;
  row.lease_until.reset();
  if (attempt == Attempt::Spent) ++row.attempt;
}

void correct(Database& database, TrialRow& row, const Correction& correction, Timestamp now) {
  std::vector<Remark> remarks = remarks_of(row.remarks);
  remarks.push_back(remark_of(correction, state_of(row.status), numbers_of(row.values), row.error, now));
  require_remark_room(correction, remarks);
  row.remarks = remarks_text(remarks);
  if (correction.kind == Correction::Kind::Note) {
    Attributes attributes = attributes_of(row.attributes);
    apply_tags(attributes, correction.tags);
    row.attributes = attributes_text(attributes);
    return;
  }
  row.status = to_text(state_after(correction.kind, state_of(row.status)));
  row.lease_until.reset();
  if (correction.kind == Correction::Kind::Retry) {
    drop_attempt(database, row);
    row.values.clear();
    row.error.clear();
    row.attempt = 1;
    row.finished = 0;
  } else if (correction.kind == Correction::Kind::Amend) {
    row.values = numbers_text(correction.values);
    row.error.clear();
  }
}

}  // namespace hone::storage::rows
