// SPDX-License-Identifier: MIT
#include "hone/storage/summary_rows.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/trial_rows.hpp"

namespace hone::storage::rows {
namespace {

// One statement, as between two others may make or delete a study. What stands behind a name and what is
// counted comes from indices, the rest from the rows.
#define HONE_SUMMARY_COLUMNS                                                                     \
  "s.id, s.name, s.created, s.sampler, p.study_id, p.trials, p.waiting, p.running, p.complete, " \
  "p.failed, p.best, p.revision, p.deleted, o.position, o.name, o.direction, "                   \
  "(SELECT x.id FROM studies x WHERE x.name = s.name), "                                         \
  "(SELECT MAX(number) FROM trials t WHERE t.study_id = s.id), "                                 \
  "(SELECT MAX(revision) FROM trials t WHERE t.study_id = s.id), "                               \
  "(SELECT COUNT(*) FROM trials t WHERE t.study_id = s.id AND t.status = 'waiting'), "           \
  "(SELECT COUNT(*) FROM trials t WHERE t.study_id = s.id AND t.status = 'running')"
#define HONE_SUMMARY_TABLES \
  " FROM studies s LEFT JOIN progress p ON p.study_id = s.id LEFT JOIN objectives o ON o.study_id = s.id"

constexpr const char* kSummaries =
    "SELECT " HONE_SUMMARY_COLUMNS ", (SELECT COUNT(*) FROM studies)" HONE_SUMMARY_TABLES
    " ORDER BY s.id, o.position";
constexpr const char* kSummary =
    "SELECT " HONE_SUMMARY_COLUMNS HONE_SUMMARY_TABLES " WHERE s.id = ? ORDER BY o.position";

[[noreturn]] void throw_listed_wrongly(Database& database, const std::string& what) {
  throw Error(ErrorCode::StorageCorrupt, text("'", database.name(), "' is damaged: ", what), kLookAndRestore);
}

void require_counts(Database& database, StudyId id, Query& row, const Progress& said) {
  const std::int64_t found = row.optional_integer(17).value_or(-1) + 1;
  if (said.trials != found) throw_hidden(database, id, said.trials, found);
  if (said.waiting != row.integer(19)) throw_hidden(database, id, said.waiting, row.integer(19), "waiting ");
  if (said.running != row.integer(20)) throw_hidden(database, id, said.running, row.integer(20), "running ");
  // Pruned trials are what is left.
  const std::int64_t least = std::min({said.complete, said.failed, said.deleted});
  const std::int64_t rest =
      said.trials - said.waiting - said.running - said.complete - said.failed - said.deleted;
  const bool newest = row.optional_integer(18).value_or(0) <= said.revision;
  if (least < 0 || rest < 0 || !newest)
    throw_listed_wrongly(database, text("the counts of study ", id, " contradict each other"));
}

StudySummary summary_in(Database& database, Query& row) {
  StudySummary summary;
  summary.id = row.integer(0);
  summary.name = row.text(1);
  summary.created = row.integer(2);
  summary.sampler = row.text(3);
  if (row.optional_integer(16) != summary.id)
    throw_listed_wrongly(database, text("its index does not lead to the study '", summary.name, "'"));
  if (row.is_null(4))
    throw_listed_wrongly(database, text("the counts of study ", summary.id, " are missing"));
  const Progress progress = counts_in(row, 5);
  require_counts(database, summary.id, row, progress);
  fill(summary, progress);
  return summary;
}

void add_objective(Database& database, StudySummary& summary, Query& row) {
  if (row.optional_integer(13) != static_cast<std::int64_t>(summary.objectives.size()))
    throw_listed_wrongly(database, text("the objectives of study ", summary.id, " cannot be found"));
  summary.objectives.push_back(objective_of(row, 14));
}

}  // namespace

std::vector<StudySummary> read_summaries(Database& database) {
  std::vector<StudySummary> summaries;
  std::int64_t indexed = 0;
  Query query(database, kSummaries);
  while (query.next()) {
    const bool another = summaries.empty() || summaries.back().id != query.integer(0);
    if (another) {
      StudySummary next = summary_in(database, query);
      if (!summaries.empty() && next.id < summaries.back().id)  // a page that stands in for another
        throw_listed_wrongly(database, text("study ", next.id, " comes after study ", summaries.back().id));
      summaries.push_back(std::move(next));
    }
    add_objective(database, summaries.back(), query);
    indexed = query.integer(21);
  }
  // With no row at all, nobody has said how many there should be.
  if (summaries.empty()) {
    Query count(database, "SELECT COUNT(*) FROM studies");
    if (count.next()) indexed = count.integer(0);
  }
  if (indexed != static_cast<std::int64_t>(summaries.size()))
    throw_listed_wrongly(database, text("of its ", indexed, " studies ", summaries.size(), " can be read"));
  return summaries;
}

std::optional<StudySummary> read_summary(Database& database, StudyId id) {
  std::optional<StudySummary> summary;
  Query query(database, kSummary);
  query.with(id);
  while (query.next()) {
    if (!summary) summary = summary_in(database, query);
    add_objective(database, *summary, query);
  }
  return summary;
}

std::vector<StudyMark> read_marks(Database& database) {
  std::vector<StudyMark> marks;
  Query query(database,
              "SELECT s.id, s.name, s.seal, p.revision, p.version, m.seal, "
              "(SELECT MAX(n.number) FROM study_notes n WHERE n.study_id = s.id) "
              "FROM studies s LEFT JOIN progress p ON p.study_id = s.id "
              "LEFT JOIN study_marks m ON m.study_id = s.id ORDER BY s.id");
  while (query.next()) {
    std::string mark;
    for (int column = 2; column < 7; ++column) mark += text(query.optional_integer(column).value_or(0), " ");
    marks.push_back({query.integer(0), std::string(query.text(1)), std::move(mark)});
  }
  return marks;
}

void require_as_defined(Database& database, const StudySummary& summary) {
  const Study study = read_study(database, summary.id);
  if (study.name != summary.name || study.sampler.name != summary.sampler ||
      !same_objectives(study.objectives, summary.objectives))
    throw_listed_wrongly(
        database, text("what it lists of the study '", summary.name, "' is not what its definition says"));
}

}  // namespace hone::storage::rows
