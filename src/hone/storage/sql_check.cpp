// SPDX-License-Identifier: MIT
#include "hone/storage/sql_check.hpp"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/storage/artefact_rows.hpp"
#include "hone/storage/artefact_rules.hpp"
#include "hone/storage/migrations.hpp"
#include "hone/storage/study_check.hpp"
#include "hone/storage/study_rows.hpp"

namespace hone::storage {
namespace {

constexpr std::size_t kMaxProblems = 50;

bool tables_are_there(Database& database, std::vector<std::string>& problems) {
  const std::size_t before = problems.size();
  for (const char* table : latest_tables()) {
    if (!database.has_table(table)) problems.push_back(text("the table ", table, " is missing"));
  }
  return problems.size() == before;
}

void check_indices(Database& database, std::vector<std::string>& problems) {
  for (const IndexDefinition& index : latest_indices()) {
    if (database.has_index(index.name)) continue;
    problems.push_back(
        text("the index ", index.name, " is missing; `hone db check --repair` makes it again"));
  }
}

void check_counters(Database& database, std::vector<std::string>& problems) {
  for (const WrongCounter& counter : wrong_counters(database)) {
    const std::string is = counter.kept ? text(*counter.kept) : "missing";
    problems.push_back(text("the counter ", counter.name, " is ", is, ", but the next free number is ",
                            counter.smallest, "; `hone db check --repair` sets it"));
  }
}

void check_studies(Database& database, std::vector<std::string>& problems) {
  for (const auto& [id, name] : rows::read_names(database)) {
    if (problems.size() >= kMaxProblems) return;
    StudyFindings found = inspect_study(database, id, name, kMaxProblems - problems.size());
    std::move(found.problems.begin(), found.problems.end(), std::back_inserter(problems));
  }
}

/// Throws StorageCorrupt when a token cannot be read, or what version 6 kept as an artefact and could not be
/// moved from there.
void require_readable(const Artefact& artefact) {
  const std::string& kind = artefact.info.kind;
  if (kind != "service-token" && kind != "study-note" && kind != "service-study") return;
  try {
    if (codec::parse_json(artefact.bytes, artefact.info.name).is_object()) return;
  } catch (const Error&) {
  }
  throw Error(ErrorCode::StorageCorrupt,
              text("the artefact '", artefact.info.name, "' of kind ", kind, " is not an object of JSON"),
              kind == "service-token" ? "revoke that token (`hone token revoke`) and make another"
                                      : "nothing reads it any more");
}

/// Whether every artefact still has the bytes that were put, and hone can read those that are its own. One at
/// a time: they may be large.
void check_artefacts(Database& database, std::vector<std::string>& problems) {
  for (const ArtefactInfo& info : rows::read_artefacts(database, "")) {
    if (problems.size() >= kMaxProblems) return;
    try {
      const Artefact artefact = rows::read_artefact(database, {info.kind, info.name, info.hash}).value();
      require_intact(artefact);
      require_readable(artefact);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::StorageCorrupt) throw;
      problems.emplace_back(error.what());
    }
  }
}

}  // namespace

std::vector<WrongCounter> wrong_counters(Database& database) {
  constexpr std::pair<const char*, const char*> kCounters[] = {
      {"next_study", "SELECT MAX(id) FROM studies"}, {"next_artefact", "SELECT MAX(version) FROM artefacts"}};
  std::vector<WrongCounter> wrong;
  for (const auto& [name, largest_sql] : kCounters) {
    Query largest(database, largest_sql);
    largest.next();
    WrongCounter counter{.name = name, .smallest = largest.is_null(0) ? 1 : largest.integer(0) + 1};
    Query kept(database, "SELECT value FROM hone_meta WHERE name = ?");
    if (kept.with(counter.name).next()) counter.kept = kept.integer(0);
    if (!counter.kept || *counter.kept < counter.smallest) wrong.push_back(counter);
  }
  return wrong;
}

CheckReport check_database(Database& database) {
  CheckReport report;
  report.problems = database.check();
  try {
    Transaction transaction(database, Access::Read);
    report.schema_version = schema_version(database);
    if (!tables_are_there(database, report.problems)) return report;
    check_indices(database, report.problems);
    check_counters(database, report.problems);
    check_studies(database, report.problems);
    check_artefacts(database, report.problems);
  } catch (const Error& error) {
    // A table with other columns than ours fails, too.
    if (error.code() != ErrorCode::StorageCorrupt && error.code() != ErrorCode::StorageFailed) throw;
    report.problems.emplace_back(error.what());
  }
  return report;
}

}  // namespace hone::storage
