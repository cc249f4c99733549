// SPDX-License-Identifier: MIT
#include "hone/storage/trial_artefact_rows.hpp"

#include <algorithm>
#include <iomanip>
#include <random>
#include <sstream>
#include <tuple>

#include "hone/storage/access_rows.hpp"
#include "hone/storage/study_rows.hpp"

#define HONE_TRIAL_ARTEFACT_COLUMNS "number, name, hash, size, type, attempt, created"

namespace hone::storage::rows {
namespace {

constexpr const char* kName = "trial_artefacts";
constexpr const char* kStoreId = "artefact_store";

constexpr const char* kTable = R"sql(
CREATE TABLE trial_artefacts (
  study_id BIGINT NOT NULL,
  number BIGINT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  size BIGINT NOT NULL,
  type TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  created BIGINT NOT NULL,
  PRIMARY KEY (study_id, number, name)
);
)sql";

TrialArtefact trial_artefact_of(Query& row) {
  return {.number = row.integer(0),
          .name = std::string(row.text(1)),
          .hash = std::string(row.text(2)),
          .size = row.integer(3),
          .type = std::string(row.text(4)),
          .attempt = static_cast<int>(row.integer(5)),
          .created = row.integer(6)};
}

// Databases sort names as their language has it.
void sort_by_name(std::vector<TrialArtefact>& artefacts) {
  std::sort(artefacts.begin(), artefacts.end(), [](const TrialArtefact& a, const TrialArtefact& b) {
    return std::tie(a.number, a.name) < std::tie(b.number, b.name);
  });
}

}  // namespace

bool make_trial_artefact_table(Database& database) { return make_table(database, kName, kTable); }

std::vector<TrialArtefact> read_artefacts_of_trial(Database& database, StudyId id, std::int64_t number) {
  std::vector<TrialArtefact> found;
  if (!database.has_table(kName)) return found;
  Query query(database, "SELECT " HONE_TRIAL_ARTEFACT_COLUMNS
                        " FROM trial_artefacts WHERE study_id = ? AND number = ?");
  query.with(id, number);
  while (query.next()) found.push_back(trial_artefact_of(query));
  sort_by_name(found);
  return found;
}

std::vector<TrialArtefact> read_trial_artefacts(Database& database, StudyId id, std::int64_t first,
                                                std::int64_t most) {
  std::vector<TrialArtefact> found;
  if (!database.has_table(kName)) return found;
  Query query(database, "SELECT " HONE_TRIAL_ARTEFACT_COLUMNS
                        " FROM trial_artefacts WHERE study_id = ? AND number >= ? ORDER BY number LIMIT ?");
  query.with(id, first, most + kMostArtefactsOfTrial);
  while (query.next()) {
    if (std::ssize(found) >= most && query.integer(0) != found.back().number) break;
    found.push_back(trial_artefact_of(query));
  }
  sort_by_name(found);
  return found;
}

void write_trial_artefact(Database& database, StudyId id, const TrialArtefact& artefact) {
  make_trial_artefact_table(database);
  Query(database, "INSERT INTO trial_artefacts (study_id, " HONE_TRIAL_ARTEFACT_COLUMNS
                  ") VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (study_id, number, name) DO UPDATE SET "
                  "hash = excluded.hash, size = excluded.size, type = excluded.type, "
                  "attempt = excluded.attempt, created = excluded.created")
      .with(id, artefact.number, artefact.name, artefact.hash, artefact.size, artefact.type, artefact.attempt,
            artefact.created)
      .run();
}

bool delete_trial_artefact(Database& database, StudyId id, std::int64_t number, const std::string& name) {
  if (!database.has_table(kName)) return false;
  Query(database, "DELETE FROM trial_artefacts WHERE study_id = ? AND number = ? AND name = ?")
      .with(id, number, name)
      .run();
  return database.changed_rows() > 0;
}

void delete_trial_artefacts(Database& database, StudyId id) {
  if (!database.has_table(kName)) return;
  Query(database, "DELETE FROM trial_artefacts WHERE study_id = ?").with(id).run();
}

// A program that does not know the table leaves rows behind when it deletes a study.
std::set<std::string> read_blob_hashes(Database& database) {
  std::set<std::string> hashes;
  if (!database.has_table(kName)) return hashes;
  Query query(database,
              "SELECT DISTINCT hash FROM trial_artefacts WHERE study_id IN (SELECT id FROM studies)");
  while (query.next()) hashes.emplace(query.text(0));
  return hashes;
}

std::string read_blob_store_id(Database& database) {
  Query query(database, "SELECT value FROM hone_meta WHERE name = ?");
  if (!query.with(kStoreId).next()) return "";
  std::ostringstream digits;
  digits << std::hex << std::setw(16) << std::setfill('0') << query.integer(0);
  return digits.str();
}

void keep_blob_store_id(Database& from, Database& to) {
  if (!read_blob_store_id(to).empty()) return;
  Query known(from, "SELECT value FROM hone_meta WHERE name = ?");
  if (!known.with(kStoreId).next()) return;
  Query(to, "INSERT INTO hone_meta (name, value) VALUES (?, ?)").with(kStoreId, known.integer(0)).run();
}

std::string make_blob_store_id(Database& database) {
  lock_store(database);
  if (std::string known = read_blob_store_id(database); !known.empty()) return known;
  std::random_device device;
  const std::uint64_t drawn = (std::uint64_t{device()} << 32 | device()) >> 1;
  Query(database, "INSERT INTO hone_meta (name, value) VALUES (?, ?)")
      .with(kStoreId, static_cast<std::int64_t>(drawn))
      .run();
  return read_blob_store_id(database);
}

}  // namespace hone::storage::rows
