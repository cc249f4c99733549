// SPDX-License-Identifier: MIT
#include "hone/storage/study_rows.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/seal.hpp"
#include "hone/storage/version_rows.hpp"

namespace hone::storage::rows {
namespace {

/// Ids are not given twice, not even after a deletion: another process may still hold the old one.
StudyId next_id(Database& database) {
  Query query(database,
              "UPDATE hone_meta SET value = value + 1 WHERE name = 'next_study' RETURNING value - 1");
  query.next();
  const StudyId id = query.integer(0);
  query.run();
  return id;
}

/// Columns of a study in the order in which seal_of_study() reads them.
#define HONE_STUDY_COLUMNS "id, created, name, sampler, definition, seal"

std::int64_t seal_of_study(Query& row) {
  Seal seal;
  seal.add(row.integer(0)).add(row.integer(1));
  return seal.add(row.text(2)).add(row.text(3)).add(row.text(4)).value();
}

}  // namespace

std::vector<Objective> read_objectives(Database& database, StudyId id) {
  Query query(database, "SELECT name, direction FROM objectives WHERE study_id = ? ORDER BY position");
  query.with(id);
  std::vector<Objective> objectives;
  while (query.next()) {
    const auto direction = query.text(1) == "maximize" ? Direction::Maximize : Direction::Minimize;
    objectives.push_back({std::string(query.text(0)), direction});
  }
  return objectives;
}

std::vector<std::pair<StudyId, std::string>> read_names(Database& database) {
  std::vector<std::pair<StudyId, std::string>> studies;
  Query query(database, "SELECT id, name FROM studies ORDER BY id");
  while (query.next()) studies.emplace_back(query.integer(0), std::string(query.text(1)));
  return studies;
}

std::optional<StudyId> find_study(Database& database, const std::string& name) {
  Query query(database, "SELECT id FROM studies WHERE name = ?");
  if (!query.with(name).next()) return std::nullopt;
  return query.integer(0);
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

std::vector<StudySummary> read_summaries(Database& database) {
  std::vector<StudySummary> summaries;
  Query query(database,
              "SELECT s.id, s.name, s.created, s.sampler, p.trials, p.complete, p.failed, p.running, "
              "p.waiting, p.best, p.deleted "
              "FROM studies s JOIN progress p ON p.study_id = s.id ORDER BY s.id");
  while (query.next()) {
    StudySummary& summary = summaries.emplace_back();
    summary.id = query.integer(0);
    summary.name = query.text(1);
    summary.created = query.integer(2);
    summary.sampler = query.text(3);
    summary.deleted = query.integer(10);
    summary.trials = query.integer(4) - summary.deleted;
    summary.complete = query.integer(5);
    summary.failed = query.integer(6);
    summary.running = query.integer(7);
    summary.waiting = query.integer(8);
    summary.best = query.optional_real(9);
  }
  for (StudySummary& summary : summaries) summary.objectives = read_objectives(database, summary.id);
  return summaries;
}

StudyId insert_study(Database& database, const Study& study, Timestamp now) {
  const StudyId id = next_id(database);
  const std::string definition = codec::study_to_text(study);
  Query(database, "INSERT INTO studies (id, name, created, sampler, definition) VALUES (?, ?, ?, ?, ?)")
      .with(id, study.name, now, study.sampler.name, definition)
      .run();
  seal_study(database, id);
  for (std::size_t i = 0; i < study.objectives.size(); ++i) {
    const std::string direction = to_text(study.objectives[i].direction);
    Query(database, "INSERT INTO objectives (study_id, position, name, direction) VALUES (?, ?, ?, ?)")
        .with(id, i, study.objectives[i].name, direction)
        .run();
  }
  Query(database, "INSERT INTO progress (study_id, trials, revision) VALUES (?, 0, 0)").with(id).run();
  insert_version(database, id, {.version = 1, .space = 1, .created = now, .study = study});
  return id;
}

void write_study(Database& database, StudyId id, const Study& study) {
  const std::string definition = codec::study_to_text(study);
  Query(database, "UPDATE studies SET name = ?, sampler = ?, definition = ? WHERE id = ?")
      .with(study.name, study.sampler.name, definition, id)
      .run();
  seal_study(database, id);
}

void delete_study(Database& database, StudyId id) {
  Query(database, "DELETE FROM reports WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM trials WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM versions WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM progress WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM objectives WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM studies WHERE id = ?").with(id).run();
  if (database.changed_rows() == 0) throw_no_study(id);
}

}  // namespace hone::storage::rows
