// SPDX-License-Identifier: MIT
#include "hone/storage/version_rows.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/storage/seal.hpp"
#include "hone/storage/study_rows.hpp"

namespace hone::storage::rows {
namespace {

/// In the order in which seal_of_version() reads them.
#define HONE_VERSION_COLUMNS "study_id, version, space_version, created, seal, definition"

std::int64_t seal_of_version(Query& row) {
  Seal seal;
  seal.add(row.integer(0)).add(row.integer(1)).add(row.integer(2)).add(row.integer(3));
  return seal.add(row.text(5)).value();
}

void require_version_kept(Query& row) {
  if (row.optional_integer(4) == seal_of_version(row)) return;
  throw Error(ErrorCode::StorageCorrupt,
              text("version ", row.integer(1), " of the definition of study ", row.integer(0),
                   " is damaged: it is not what was stored under its seal"),
              "look at the whole store with `hone db check`, and go back to a backup");
}

}  // namespace

std::vector<StudyVersion> read_versions(Database& database, StudyId id) {
  std::vector<StudyVersion> versions;
  Query query(database, "SELECT " HONE_VERSION_COLUMNS " FROM versions WHERE study_id = ? ORDER BY version");
  query.with(id);
  while (query.next()) {
    require_version_kept(query);
    versions.push_back({.version = query.integer(1),
                        .space = query.integer(2),
                        .created = query.integer(3),
                        .study = codec::study_from_text(query.text(5))});
  }
  if (!versions.empty()) return versions;
  throw Error(ErrorCode::StorageCorrupt, text("study ", id, " has no version of its definition"),
              "check the store with `hone db check` and go back to a backup");
}

void insert_version(Database& database, StudyId id, const StudyVersion& version) {
  const std::string definition = codec::study_to_text(version.study);
  Seal seal;
  seal.add(id).add(version.version).add(version.space).add(version.created).add(definition);
  Query(database,
        "INSERT INTO versions (study_id, version, space_version, created, seal, definition) "
        "VALUES (?, ?, ?, ?, ?, ?)")
      .with(id, version.version, version.space, version.created, seal.value(), definition)
      .run();
}

void set_present(Database& database, StudyId id, std::int64_t version) {
  Query(database, "UPDATE progress SET version = ? WHERE study_id = ?").with(version, id).run();
}

void seal_versions(Database& database) {
  std::vector<std::pair<std::pair<StudyId, std::int64_t>, std::int64_t>> seals;
  {
    Query query(database, "SELECT " HONE_VERSION_COLUMNS " FROM versions");
    while (query.next()) seals.push_back({{query.integer(0), query.integer(1)}, seal_of_version(query)});
  }
  for (const auto& [key, seal] : seals) {
    Query(database, "UPDATE versions SET seal = ? WHERE study_id = ? AND version = ?")
        .with(seal, key.first, key.second)
        .run();
  }
}

// The definition of a study with a single version stands in `studies` too, and is read there only: it may
// hold a large pool.
Definitions read_definitions(Database& database, StudyId id, std::int64_t current) {
  Study study = read_study(database, id);
  std::vector<StudyVersion> versions;
  Query query(database,
              "SELECT version, space_version, created FROM versions WHERE study_id = ? AND version = ? AND "
              "NOT EXISTS (SELECT 1 FROM versions WHERE study_id = ? AND version <> ?)");
  if (query.with(id, current, id, current).next()) {
    versions.push_back({query.integer(0), query.integer(1), query.integer(2), std::move(study)});
    return {std::move(versions), current};
  }
  versions = read_versions(database, id);
  for (StudyVersion& version : versions) {
    if (version.version != current) continue;
    // The number stands beside the counts, without a seal: a wrong one would read trials in a wrong space.
    if (!same_space(version.study, study)) {
      throw Error(
          ErrorCode::StorageCorrupt,
          text("study ", id, " says that its definition is version ", current, ", which has another space"),
          "set it right with `hone db check --repair`, or go back to a backup");
    }
    version.study = study;
  }
  return {std::move(versions), current};
}

}  // namespace hone::storage::rows
