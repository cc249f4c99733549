// SPDX-License-Identifier: MIT
#include "hone/storage/migrations.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/core/study.hpp"
#include "hone/storage/access_rows.hpp"
#include "hone/storage/annotation_migration.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/trial_artefact_rows.hpp"
#include "hone/storage/trial_rows.hpp"
#include "hone/storage/version_rows.hpp"

namespace hone::storage {
namespace {

// A step once released is never edited: files made by it exist. A change of the tables is a new step.

/// Version 1: studies, trials and reports. `progress` is apart from `studies` because it changes with every
/// trial, and a row is written whole: a definition may hold a large pool of candidates.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE hone_meta (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
);
INSERT INTO hone_meta (name, value) VALUES ('schema_version', 1);
INSERT INTO hone_meta (name, value) VALUES ('next_study', 1);
CREATE TABLE studies (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created BIGINT NOT NULL,
  sampler TEXT NOT NULL,
  definition TEXT NOT NULL
);
CREATE TABLE objectives (
  study_id INTEGER NOT NULL REFERENCES studies (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  direction TEXT NOT NULL,
  PRIMARY KEY (study_id, position)
);
CREATE TABLE progress (
  study_id INTEGER PRIMARY KEY REFERENCES studies (id),
  trials BIGINT NOT NULL,
  revision BIGINT NOT NULL
);
CREATE TABLE trials (
  study_id INTEGER NOT NULL REFERENCES studies (id),
  number BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  state TEXT NOT NULL,
  params TEXT NOT NULL,
  objective_values TEXT NOT NULL,
  attributes TEXT NOT NULL,
  notes TEXT NOT NULL,
  error TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  worker TEXT NOT NULL,
  fence BIGINT NOT NULL,
  lease_until BIGINT,
  created BIGINT NOT NULL,
  started BIGINT NOT NULL,
  finished BIGINT NOT NULL,
  PRIMARY KEY (study_id, number)
);
CREATE INDEX trials_by_revision ON trials (study_id, revision);
CREATE INDEX trials_waiting ON trials (study_id, number) WHERE state = 'waiting';
CREATE INDEX trials_running ON trials (study_id, number) WHERE state = 'running';
CREATE TABLE reports (
  study_id INTEGER NOT NULL,
  number BIGINT NOT NULL,
  step BIGINT NOT NULL,
  value DOUBLE PRECISION,
  PRIMARY KEY (study_id, number, step),
  FOREIGN KEY (study_id, number) REFERENCES trials (study_id, number)
);
)sql";

/// Version 2: counts and the best value are kept, so that listing studies does not read their trials.
constexpr const char* kVersion2 = R"sql(
ALTER TABLE progress ADD COLUMN waiting BIGINT NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN running BIGINT NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN complete BIGINT NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN failed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN best DOUBLE PRECISION;
UPDATE progress SET
  waiting = (SELECT COUNT(*) FROM trials t WHERE t.study_id = progress.study_id AND t.state = 'waiting'),
  running = (SELECT COUNT(*) FROM trials t WHERE t.study_id = progress.study_id AND t.state = 'running'),
  complete = (SELECT COUNT(*) FROM trials t WHERE t.study_id = progress.study_id AND t.state = 'complete'),
  failed = (SELECT COUNT(*) FROM trials t WHERE t.study_id = progress.study_id
            AND t.state IN ('failed', 'timed_out', 'infeasible'));
)sql";

/// Version 3: artefacts, and notes that hold lists of numbers, which earlier programs could not read. The
/// bytes stand last, so that a list of artefacts is read without them.
constexpr const char* kVersion3 = R"sql(
INSERT INTO hone_meta (name, value) VALUES ('next_artefact', 1);
CREATE TABLE artefacts (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  version BIGINT NOT NULL,
  created BIGINT NOT NULL,
  maker TEXT NOT NULL,
  settings TEXT NOT NULL,
  sources TEXT NOT NULL,
  size BIGINT NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (kind, name, hash)
);
CREATE UNIQUE INDEX artefacts_by_version ON artefacts (kind, name, version);
)sql";

/// Version 4: trials and definitions are sealed. The column of the state has another name, so that an earlier
/// program which has the file open stops with an error instead of changing trials without sealing them.
constexpr const char* kVersion4 = R"sql(
ALTER TABLE trials RENAME COLUMN state TO status;
ALTER TABLE trials ADD COLUMN seal BIGINT;
ALTER TABLE studies ADD COLUMN seal BIGINT;
)sql";

/// Version 5: trials can be corrected afterwards, which leaves remarks, and be deleted. The column of the
/// error has another name for the reason that that of the state got one in version 4: an earlier program does
/// not know the state `deleted`, and would seal trials without their remarks.
constexpr const char* kVersion5 = R"sql(
ALTER TABLE trials RENAME COLUMN error TO failure;
ALTER TABLE trials ADD COLUMN remarks TEXT NOT NULL DEFAULT '';
ALTER TABLE progress ADD COLUMN deleted BIGINT NOT NULL DEFAULT 0;
)sql";

/// Version 6: versions of a study's definition, and the one that each trial was made under. The column of the
/// settings has another name for the reason that the state's has: an earlier program which has the file open
/// would read settings of one space in another.
constexpr const char* kStudyVersions = R"sql(
CREATE TABLE versions (
  study_id INTEGER NOT NULL REFERENCES studies (id),
  version BIGINT NOT NULL,
  space_version BIGINT NOT NULL,
  created BIGINT NOT NULL,
  seal BIGINT,
  definition TEXT NOT NULL,
  PRIMARY KEY (study_id, version)
);
INSERT INTO versions (study_id, version, space_version, created, definition)
  SELECT id, 1, 1, created, definition FROM studies;
ALTER TABLE progress ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE trials RENAME COLUMN params TO settings;
ALTER TABLE trials ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
)sql";

/// Version 7: a trial's row adds up its reports, which its seal does not cover before it has ended, so that
/// none is hidden or changed by damage. The column of the fence has another name for the reason that the
/// state's has.
///
/// What people write on studies and keys of enqueue are no artefacts any more, but go with their
/// study. A column of the artefacts has another name for the reason that the state's has: an earlier program
/// which has the file open would enqueue points a second time, and write notes that nobody sees.
constexpr const char* kAnnotations = R"sql(
CREATE TABLE study_notes (
  study_id INTEGER NOT NULL REFERENCES studies (id),
  number BIGINT NOT NULL,
  noted BIGINT NOT NULL,
  text TEXT NOT NULL,
  tags TEXT NOT NULL,
  seal BIGINT NOT NULL,
  PRIMARY KEY (study_id, number)
);
CREATE TABLE study_marks (
  study_id INTEGER PRIMARY KEY REFERENCES studies (id),
  text TEXT NOT NULL,
  stopped BIGINT NOT NULL,
  seal BIGINT NOT NULL
);
CREATE TABLE enqueue_keys (
  study_id INTEGER NOT NULL REFERENCES studies (id),
  key_hash TEXT NOT NULL,
  first_trial BIGINT NOT NULL,
  trials BIGINT NOT NULL,
  seal BIGINT NOT NULL,
  PRIMARY KEY (study_id, key_hash)
);
ALTER TABLE artefacts RENAME COLUMN maker TO made_by;
ALTER TABLE trials RENAME COLUMN fence TO handovers;
ALTER TABLE trials ADD COLUMN reported BIGINT NOT NULL DEFAULT 0;
ALTER TABLE trials ADD COLUMN last_step BIGINT;
)sql";

/// Version 8: attributes of studies, and reports with a value for each of several objectives. Settings and
/// attributes may be null, lists and maps from here on, which an earlier program takes for damage: it stops
/// at a trial that has one.
constexpr const char* kStudyAttributes = R"sql(
CREATE TABLE study_attributes (
  study_id INTEGER NOT NULL REFERENCES studies (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  seal BIGINT NOT NULL,
  PRIMARY KEY (study_id, name)
);
ALTER TABLE reports ADD COLUMN further TEXT NOT NULL DEFAULT '';
)sql";

/// Stores before this version have no seals.
constexpr int kFirstSealed = 4;

// What the steps above lead to.
constexpr std::array kTables = {"hone_meta",   "studies",     "objectives",   "progress",
                                "trials",      "reports",     "artefacts",    "versions",
                                "study_notes", "study_marks", "enqueue_keys", "study_attributes"};
constexpr std::array kIndices = {
    IndexDefinition{"trials_by_revision", "CREATE INDEX trials_by_revision ON trials (study_id, revision)"},
    IndexDefinition{"trials_waiting",
                    "CREATE INDEX trials_waiting ON trials (study_id, number) WHERE status = 'waiting'"},
    IndexDefinition{"trials_running",
                    "CREATE INDEX trials_running ON trials (study_id, number) WHERE status = 'running'"},
    IndexDefinition{"artefacts_by_version",
                    "CREATE UNIQUE INDEX artefacts_by_version ON artefacts (kind, name, version)"}};

std::optional<double> best_of(Database& database, std::int64_t study, const Objective& objective) {
  std::optional<double> best;
  Query trials(database, "SELECT objective_values FROM trials WHERE study_id = ? AND state = 'complete'");
  trials.with(study);
  while (trials.next()) {
    const std::vector<double> values = codec::numbers_from_text(trials.text(0));
    if (values.size() == 1 && (!best || better(objective, values[0], *best))) best = values[0];
  }
  return best;
}

void fill_best(Database& database) {
  std::vector<std::pair<std::int64_t, Objective>> studies;
  Query single(database,
               "SELECT study_id, MIN(direction) FROM objectives GROUP BY study_id HAVING COUNT(*) = 1");
  while (single.next()) {
    const auto direction = single.text(1) == "maximize" ? Direction::Maximize : Direction::Minimize;
    studies.emplace_back(single.integer(0), Objective{.direction = direction});
  }
  for (const auto& [study, objective] : studies) {
    Query(database, "UPDATE progress SET best = ? WHERE study_id = ?")
        .with(best_of(database, study, objective), study)
        .run();
  }
}

void seal_all(Database& database) {
  for (const auto& [id, name] : rows::read_names(database)) rows::seal_study(database, id);
  std::vector<std::pair<StudyId, std::int64_t>> trials;
  Query query(database, "SELECT study_id, number FROM trials");
  while (query.next()) trials.emplace_back(query.integer(0), query.integer(1));
  for (const auto& [study, number] : trials) rows::seal_trial(database, study, number);
}

void fill_version7(Database& database) {
  rows::mark_reports(database);
  move_annotations(database);
}

/// Brings the tables from the version before to this one.
struct Step {
  const char* sql;
  void (*fill)(Database&);  ///< what SQL alone cannot say; nullptr for nothing
};
constexpr std::array kSteps = {Step{kVersion1, nullptr},          Step{kVersion2, fill_best},
                               Step{kVersion3, nullptr},          Step{kVersion4, nullptr},
                               Step{kVersion5, nullptr},          Step{kStudyVersions, rows::seal_versions},
                               Step{kAnnotations, fill_version7}, Step{kStudyAttributes, nullptr}};

[[noreturn]] void throw_too_new(Database& database, int version) {
  throw Error(ErrorCode::StorageFailed,
              text("'", database.name(), "' was written by a later hone: its schema version is ", version,
                   ", this program knows up to ", latest_schema()),
              "use the later program; nothing was changed");
}

[[noreturn]] void throw_too_old(Database& database, int version) {
  throw Error(ErrorCode::StorageFailed,
              text("'", database.name(), "' has schema version ", version, ", this program works with ",
                   latest_schema()),
              "bring it up to date with `hone db migrate`; a backup before costs nothing");
}

void set_version(Database& database, int version) {
  Query(database, "UPDATE hone_meta SET value = ? WHERE name = 'schema_version'").with(version).run();
}

}  // namespace

std::span<const char* const> latest_tables() { return kTables; }

std::span<const IndexDefinition> latest_indices() { return kIndices; }

int latest_schema() { return static_cast<int>(kSteps.size()); }

int schema_version(Database& database) {
  if (!database.has_table("hone_meta")) return 0;
  Query query(database, "SELECT value FROM hone_meta WHERE name = 'schema_version'");
  if (!query.next() || query.integer(0) < 1) {
    throw Error(ErrorCode::StorageCorrupt,
                text("'", database.name(), "' does not say which version its tables have"),
                "restore a backup");
  }
  return static_cast<int>(query.integer(0));
}

void migrate_schema(Database& database, bool migrate) {
  const int found = schema_version(database);
  if (found == latest_schema()) return;
  if (found > latest_schema()) throw_too_new(database, found);
  if (found > 0 && !migrate) throw_too_old(database, found);
  Transaction transaction(database, Access::DurableWrite);
  database.lock_schema();
  // Somebody else may have been faster, even with a later program.
  const int before = schema_version(database);
  if (before > latest_schema()) throw_too_new(database, before);
  for (int version = before + 1; version <= latest_schema(); ++version) {
    const Step& step = kSteps[static_cast<std::size_t>(version - 1)];
    database.execute(step.sql);
    if (step.fill != nullptr) step.fill(database);
    set_version(database, version);
  }
  rows::make_access_tables(database);
  rows::make_trial_artefact_table(database);
  // Last, because rows are read and sealed with the columns that they have now.
  if (before > 0 && before < kFirstSealed) seal_all(database);
  transaction.commit();
}

}  // namespace hone::storage
