// SPDX-License-Identifier: MIT
#include "hone/storage/study_rows.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/storage/annotation_rows.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/seal.hpp"
#include "hone/storage/trial_artefact_rows.hpp"
#include "hone/storage/version_rows.hpp"

namespace hone::storage::rows {
namespace {

/// Columns of a study in the order in which seal_of_study() reads them.
#define HONE_STUDY_COLUMNS "id, created, name, sampler, definition, seal"

std::int64_t seal_of_study(Query& row) {
  Seal seal;
  seal.add(row.integer(0)).add(row.integer(1));
  return seal.add(row.text(2)).add(row.text(3)).add(row.text(4)).value();
}

/// What the index of names leads to, when that has the name. Asked with every request, so it looks at one
/// row.
std::optional<StudyId> find_by_index(Database& database, const std::string& name) {
  std::optional<StudyId> found;
  {
    Query query(database, "SELECT id FROM studies WHERE name = ?");
    if (!query.with(name).next()) return std::nullopt;
    found = query.integer(0);
  }
  Query row(database, "SELECT name FROM studies WHERE id = ?");
  return row.with(*found).next() && row.text(0) == name ? found : std::nullopt;
}

[[noreturn]] void throw_misnamed(Database& database, const std::string& name) {
  throw Error(ErrorCode::StorageCorrupt,
              text("'", database.name(), "' is damaged: its index does not lead to the study '", name, "'"),
              "look at the whole store with `hone db check`; `hone db check --repair` makes indices again");
}

void insert_objectives(Database& database, StudyId id, const std::vector<Objective>& objectives) {
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    const std::string direction = to_text(objectives[i].direction);
    Query(database, "INSERT INTO objectives (study_id, position, name, direction) VALUES (?, ?, ?, ?)")
        .with(id, i, objectives[i].name, direction)
        .run();
  }
}

}  // namespace

void lock_store(Database& database) {
  Query(database, text("SELECT value FROM hone_meta ORDER BY name", database.row_lock())).next();
}

std::int64_t read_counter(Database& database, const std::string& name) {
  Query query(database, "SELECT value FROM hone_meta WHERE name = ?");
  return query.with(name).next() ? query.integer(0) : 1;
}

void write_counter(Database& database, const std::string& name, std::int64_t value) {
  Query(database, "UPDATE hone_meta SET value = ? WHERE name = ?").with(value, name).run();
}

StudyId take_study_id(Database& database) {
  Query query(database,
              "UPDATE hone_meta SET value = value + 1 WHERE name = 'next_study' RETURNING value - 1");
  query.next();
  const StudyId id = query.integer(0);
  query.run();
  return id;
}

Objective objective_of(Query& row, int column) {
  const auto direction = row.text(column + 1) == "maximize" ? Direction::Maximize : Direction::Minimize;
  return {std::string(row.text(column)), direction};
}

std::vector<Objective> read_objectives(Database& database, StudyId id) {
  Query query(database, "SELECT name, direction FROM objectives WHERE study_id = ? ORDER BY position");
  query.with(id);
  std::vector<Objective> objectives;
  while (query.next()) objectives.push_back(objective_of(query, 0));
  return objectives;
}

std::vector<std::pair<StudyId, std::string>> read_names(Database& database) {
  std::vector<std::pair<StudyId, std::string>> studies;
  Query query(database, "SELECT id, name FROM studies ORDER BY id");
  while (query.next()) studies.emplace_back(query.integer(0), std::string(query.text(1)));
  return studies;
}

std::optional<StudyId> find_study(Database& database, const std::string& name) {
  if (const auto id = find_by_index(database, name)) return id;
  // There is none, or the index of names is damaged, or the study was made or deleted between two looks. In
  // one look: the first half is answered by that index, the second by the rows, as no index has both columns.
  Query query(database,
              "SELECT 0, id FROM studies WHERE name = ? UNION ALL "
              "SELECT 1, id FROM studies WHERE name || '' = ? AND length(sampler) >= 0");
  query.with(name, name);
  std::optional<StudyId> indexed;
  std::optional<StudyId> stored;
  while (query.next()) (query.integer(0) == 0 ? indexed : stored) = query.integer(1);
  if (indexed != stored) throw_misnamed(database, name);
  return stored;
}

Study read_study(Database& database, StudyId id) {
  Query query(database, "SELECT " HONE_STUDY_COLUMNS " FROM studies WHERE id = ?");
  if (!query.with(id).next()) throw_no_study(id);
  if (query.optional_integer(5) != seal_of_study(query)) {
    throw Error(ErrorCode::StorageCorrupt,
                text("the definition of the study '", query.text(2),
                     "' is damaged: it is not what was stored under its seal"),
                "look at the whole store with `hone db check`, and go back to a backup");
  }
  return codec::study_from_text(query.text(4));
}

void seal_study(Database& database, StudyId id) {
  std::int64_t value = 0;
  {
    Query row(database, "SELECT " HONE_STUDY_COLUMNS " FROM studies WHERE id = ?");
    if (!row.with(id).next()) throw_no_study(id);
    value = seal_of_study(row);
  }
  Query(database, "UPDATE studies SET seal = ? WHERE id = ?").with(value, id).run();
}

StudyId insert_study(Database& database, const Study& study, Timestamp now) {
  const StudyId id = take_study_id(database);
  const std::string definition = codec::study_to_text(study);
  Query(database, "INSERT INTO studies (id, name, created, sampler, definition) VALUES (?, ?, ?, ?, ?)")
      .with(id, study.name, now, study.sampler.name, definition)
      .run();
  seal_study(database, id);
  insert_objectives(database, id, study.objectives);
  Query(database, "INSERT INTO progress (study_id, trials, revision) VALUES (?, 0, 0)").with(id).run();
  insert_version(database, id, {.version = 1, .space = 1, .created = now, .study = study});
  return id;
}

// The texts go over as they are: a definition that was read and written again might not be the same text.
void copy_study(Database& from, StudyId id, Database& to, StudyId target) {
  const Study study = read_study(from, id);
  Query row(from, "SELECT name, created, sampler, definition FROM studies WHERE id = ?");
  row.with(id).next();
  Query(to, "INSERT INTO studies (id, name, created, sampler, definition) VALUES (?, ?, ?, ?, ?)")
      .with(target, row.text(0), row.integer(1), row.text(2), row.text(3))
      .run();
  seal_study(to, target);
  insert_objectives(to, target, study.objectives);
}

void write_study(Database& database, StudyId id, const Study& study) {
  const std::string definition = codec::study_to_text(study);
  Query(database, "UPDATE studies SET name = ?, sampler = ?, definition = ? WHERE id = ?")
      .with(study.name, study.sampler.name, definition, id)
      .run();
  seal_study(database, id);
}

void delete_study(Database& database, StudyId id) {
  delete_annotations(database, id);
  delete_trial_artefacts(database, id);
  Query(database, "DELETE FROM reports WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM trials WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM versions WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM progress WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM objectives WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM studies WHERE id = ?").with(id).run();
  if (database.changed_rows() == 0) throw_no_study(id);
}

}  // namespace hone::storage::rows
