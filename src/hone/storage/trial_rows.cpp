// SPDX-License-Identifier: MIT
#include "hone/storage/trial_rows.hpp"

#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"

namespace hone::storage::rows {
namespace {

/// Columns of a trial, in the order in which trial_of_row() reads them.
#define HONE_TRIAL_COLUMNS                                                                                 \
  "number, state, params, objective_values, attributes, notes, error, attempt, worker, created, started, " \
  "finished"

TrialState state_of(std::string_view word) {
  const auto state = parse_trial_state(word);
  if (!state) {
    throw Error(ErrorCode::StorageCorrupt, text("a stored trial has the unknown state '", word, "'"),
                "check the store with `hone db check` and go back to a backup");
  }
  return *state;
}

// Most trials have no attributes, and few have notes: nothing is written as an empty text and not parsed.
std::string attributes_text(const Attributes& attributes) {
  return attributes.empty() ? std::string() : codec::attributes_to_text(attributes);
}
Attributes attributes_of(std::string_view stored) {
  return stored.empty() ? Attributes() : codec::attributes_from_text(stored);
}
std::string notes_text(const Notes& notes) {
  return notes.empty() ? std::string() : codec::notes_to_text(notes);
}
Notes notes_of(std::string_view stored) { return stored.empty() ? Notes() : codec::notes_from_text(stored); }
std::string numbers_text(std::span<const double> numbers) {
  return numbers.empty() ? std::string() : codec::numbers_to_text(numbers);
}
std::vector<double> numbers_of(std::string_view stored) {
  return stored.empty() ? std::vector<double>() : codec::numbers_from_text(stored);
}

Trial trial_of_row(Query& row, const Space& space) {
  Trial trial;
  trial.number = row.integer(0);
  try {
    trial.state = state_of(row.text(1));
    trial.configuration = codec::params_from_text(row.text(2), space);
    trial.values = numbers_of(row.text(3));
    trial.attributes = attributes_of(row.text(4));
    trial.notes = notes_of(row.text(5));
  } catch (const Error& error) {
    throw error.within(text("trial ", trial.number));
  }
  trial.error = row.text(6);
  trial.attempt = static_cast<int>(row.integer(7));
  trial.worker = row.text(8);
  trial.created = row.integer(9);
  trial.started = row.integer(10);
  trial.finished = row.integer(11);
  return trial;
}

/// A value that is not a number is kept as NULL.
double report_value(Query& row, int column) {
  return row.optional_real(column).value_or(std::numeric_limits<double>::quiet_NaN());
}

/// Hands (number, step, value) rows to their trials. Both are ordered by number; rows of other trials are
/// passed over.
void attach_reports(std::vector<Trial>& trials, Query& rows) {
  auto trial = trials.begin();
  while (rows.next()) {
    const std::int64_t number = rows.integer(0);
    while (trial != trials.end() && trial->number < number) ++trial;
    if (trial == trials.end()) return;
    if (trial->number == number) trial->reports.push_back({rows.integer(1), report_value(rows, 2)});
  }
}

Progress progress_of_row(Query& row) {
  Progress progress;
  progress.trials = row.integer(0);
  progress.waiting = row.integer(1);
  progress.running = row.integer(2);
  progress.complete = row.integer(3);
  progress.failed = row.integer(4);
  progress.best = row.optional_real(5);
  progress.revision = row.integer(6);
  return progress;
}

Holding holding_of_row(Query& row) {
  return {.number = row.integer(0),
          .state = state_of(row.text(1)),
          .fence = row.integer(2),
          .worker = std::string(row.text(3)),
          .lease_until = row.optional_integer(4),
          .attempt = static_cast<int>(row.integer(5))};
}

Attributes joined_attributes(Database& database, StudyId id, const Outcome& outcome) {
  Query query(database, "SELECT attributes FROM trials WHERE study_id = ? AND number = ?");
  query.with(id, outcome.lease.number);
  Attributes attributes;
  if (query.next()) attributes = attributes_of(query.text(0));
  for (const auto& [name, value] : outcome.attributes) attributes.insert_or_assign(name, value);
  return attributes;
}

}  // namespace

std::optional<Progress> read_progress(Database& database, StudyId id) {
  Query query(
      database,
      "SELECT trials, waiting, running, complete, failed, best, revision FROM progress WHERE study_id = ?");
  if (!query.with(id).next()) return std::nullopt;
  return progress_of_row(query);
}

// The update comes first because it takes the lock where rows are locked one by one. RETURNING would save the
// second statement but makes SQLite set up a temporary table each time.
Progress advance(Database& database, StudyId id) {
  Query(database, "UPDATE progress SET revision = revision + 1 WHERE study_id = ?").with(id).run();
  const auto progress = read_progress(database, id);
  if (!progress) throw_no_study(id);
  return *progress;
}

void write_progress(Database& database, StudyId id, const Progress& progress) {
  Query(database,
        "UPDATE progress SET trials = ?, waiting = ?, running = ?, complete = ?, failed = ?, best = ? "
        "WHERE study_id = ?")
      .with(progress.trials, progress.waiting, progress.running, progress.complete, progress.failed,
            progress.best, id)
      .run();
}

std::vector<Trial> read_trials(Database& database, StudyId id, const Space& space, std::int64_t expected) {
  std::vector<Trial> trials;
  trials.reserve(static_cast<std::size_t>(expected));
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? ORDER BY number");
  query.with(id);
  while (query.next()) trials.push_back(trial_of_row(query, space));
  Query reports(database, "SELECT number, step, value FROM reports WHERE study_id = ? ORDER BY number, step");
  attach_reports(trials, reports.with(id));
  return trials;
}

// The plus keeps the primary key from being walked for its order: what changed is little, and the index finds
// it.
std::vector<Trial> read_changed(Database& database, StudyId id, const Space& space, Revision since) {
  std::vector<Trial> trials;
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS
                        " FROM trials WHERE study_id = ? AND revision > ? ORDER BY +number");
  query.with(id, since);
  while (query.next()) trials.push_back(trial_of_row(query, space));
  if (trials.empty()) return trials;
  Query reports(database,
                "SELECT r.number, r.step, r.value FROM trials t CROSS JOIN reports r "
                "WHERE t.study_id = ? AND t.revision > ? AND r.study_id = t.study_id AND r.number = t.number "
                "ORDER BY r.number, r.step");
  attach_reports(trials, reports.with(id, since));
  return trials;
}

void visit_trials(Database& database, StudyId id, const Space& space,
                  const std::function<bool(std::int64_t number, const ReadTrial& read)>& visit) {
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? ORDER BY number");
  query.with(id);
  const ReadTrial read = [&] { return trial_of_row(query, space); };
  while (query.next() && visit(query.integer(0), read)) continue;
}

std::optional<Trial> read_trial(Database& database, StudyId id, const Space& space, std::int64_t number) {
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? AND number = ?");
  if (!query.with(id, number).next()) return std::nullopt;
  Trial trial = trial_of_row(query, space);
  Query reports(database, "SELECT step, value FROM reports WHERE study_id = ? AND number = ? ORDER BY step");
  reports.with(id, number);
  while (reports.next()) trial.reports.push_back({reports.integer(0), report_value(reports, 1)});
  return trial;
}

std::optional<Trial> read_waiting(Database& database, StudyId id, const Space& space) {
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS
                        " FROM trials WHERE study_id = ? AND state = 'waiting' ORDER BY number LIMIT 1");
  if (!query.with(id).next()) return std::nullopt;
  return trial_of_row(query, space);
}

Holding read_holding(Database& database, StudyId id, std::int64_t number) {
  Query query(database,
              "SELECT number, state, fence, worker, lease_until, attempt FROM trials WHERE study_id = ? AND "
              "number = ?");
  if (!query.with(id, number).next()) throw_no_trial(number);
  return holding_of_row(query);
}

std::vector<Holding> read_running(Database& database, StudyId id) {
  Query query(database,
              "SELECT number, state, fence, worker, lease_until, attempt FROM trials "
              "WHERE study_id = ? AND state = 'running' ORDER BY number");
  query.with(id);
  std::vector<Holding> running;
  while (query.next()) running.push_back(holding_of_row(query));
  return running;
}

Lease insert(Database& database, StudyId id, const Trial& trial, Revision revision,
             std::optional<Timestamp> lease_until) {
  const std::string params = codec::params_to_text(trial.configuration);
  const std::string values = numbers_text(trial.values);
  const std::string attributes = attributes_text(trial.attributes);
  const std::string notes = notes_text(trial.notes);
  const int fence = trial.state == TrialState::Running ? 1 : 0;
  Query(database,
        "INSERT INTO trials (study_id, number, revision, state, params, objective_values, attributes, notes, "
        "error, "
        "attempt, worker, fence, lease_until, created, started, finished) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .with(id, trial.number, revision, to_text(trial.state), params, values, attributes, notes, trial.error,
            trial.attempt, trial.worker, fence, lease_until, trial.created, trial.started, trial.finished)
      .run();
  for (const Report& report : trial.reports) add_report(database, id, trial.number, report);
  return {trial.number, fence};
}

Lease hand_over(Database& database, StudyId id, std::int64_t number, const Worker& worker, Timestamp now,
                Revision revision) {
  Query query(
      database,
      "UPDATE trials SET state = 'running', worker = ?, started = ?, lease_until = ?, fence = fence + 1, "
      "revision = ? WHERE study_id = ? AND number = ? RETURNING fence");
  if (!query.with(worker.name, now, lease_end(worker, now), revision, id, number).next())
    throw_no_trial(number);
  const Lease lease{number, query.integer(0)};
  query.run();
  return lease;
}

bool prolong(Database& database, StudyId id, const Lease& lease, std::optional<Timestamp> lease_until) {
  Query(database,
        "UPDATE trials SET lease_until = ? WHERE study_id = ? AND number = ? AND fence = ? AND state = "
        "'running'")
      .with(lease_until, id, lease.number, lease.fence)
      .run();
  return database.changed_rows() == 1;
}

void add_report(Database& database, StudyId id, std::int64_t number, const Report& report) {
  Query(database,
        "INSERT INTO reports (study_id, number, step, value) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (study_id, number, step) DO UPDATE SET value = excluded.value")
      .with(id, number, report.step, report.value)
      .run();
}

void touch(Database& database, StudyId id, std::int64_t number, Revision revision) {
  Query(database, "UPDATE trials SET revision = ? WHERE study_id = ? AND number = ?")
      .with(revision, id, number)
      .run();
}

void finish(Database& database, StudyId id, const Outcome& outcome, Timestamp now, Revision revision) {
  if (!outcome.attributes.empty()) {
    const std::string attributes = attributes_text(joined_attributes(database, id, outcome));
    Query(database, "UPDATE trials SET attributes = ? WHERE study_id = ? AND number = ?")
        .with(attributes, id, outcome.lease.number)
        .run();
  }
  const std::string values = numbers_text(outcome.values);
  Query(database,
        "UPDATE trials SET state = ?, objective_values = ?, error = ?, finished = ?, lease_until = NULL, "
        "revision = ? "
        "WHERE study_id = ? AND number = ?")
      .with(to_text(outcome.state), values, outcome.error, now, revision, id, outcome.lease.number)
      .run();
}

void give_up(Database& database, StudyId id, std::int64_t number, const std::string& reason, Timestamp now,
             Revision revision) {
  Query(database,
        "UPDATE trials SET state = 'failed', objective_values = '', error = ?, finished = ?, revision = ? "
        "WHERE study_id = ? AND number = ?")
      .with(reason, now, revision, id, number)
      .run();
}

void drop_attempt(Database& database, StudyId id, std::int64_t number) {
  Query(database, "DELETE FROM reports WHERE study_id = ? AND number = ?").with(id, number).run();
  Query(database, "UPDATE trials SET worker = '', started = 0 WHERE study_id = ? AND number = ?")
      .with(id, number)
      .run();
}

void requeue(Database& database, StudyId id, std::int64_t number, const std::string& reason,
             Revision revision) {
  drop_attempt(database, id, number);
  Query(database,
        "UPDATE trials SET state = 'waiting', error = ?, lease_until = NULL, "
        "attempt = attempt + 1, revision = ? WHERE study_id = ? AND number = ?")
      .with(reason, revision, id, number)
      .run();
}

}  // namespace hone::storage::rows
