// SPDX-License-Identifier: MIT
// How reports are stored, and added up in the row of their trial.
#include <algorithm>
#include <map>
#include <utility>

#include "hone/storage/trial_rows.hpp"

namespace hone::storage::rows {
namespace {

/// The mark of the report of a step; 0 when there is none.
std::uint64_t stored_mark(Database& database, const TrialRow& row, std::int64_t step) {
  Query query(database,
              "SELECT step, value, further FROM reports WHERE study_id = ? AND number = ? AND step = ?");
  return query.with(row.study, row.number, step).next() ? report_mark(report_of(query, 0)) : 0;
}

}  // namespace

void add_report(Database& database, StudyId id, std::int64_t number, const Report& report) {
  Query(
      database,
      "INSERT INTO reports (study_id, number, step, value, further) VALUES (?, ?, ?, ?, ?) "
      "ON CONFLICT (study_id, number, step) DO UPDATE SET value = excluded.value, further = excluded.further")
      .with(id, number, report.step, report.value, numbers_text(report.further.all()))
      .run();
}

// Steps come in order, nearly always, so that nobody needs to look whether a report replaces another.
void add_reports(Database& database, TrialRow& row, std::span<const Report> reports) {
  auto sum = static_cast<std::uint64_t>(row.reported);
  for (const Report& report : reports) {
    if (row.last_step && report.step <= *row.last_step) sum -= stored_mark(database, row, report.step);
    sum += report_mark(report);
    row.last_step = std::max(report.step, row.last_step.value_or(report.step));
    add_report(database, row.study, row.number, report);
  }
  row.reported = static_cast<std::int64_t>(sum);
}

void mark_reports(Database& database) {
  std::map<std::pair<StudyId, std::int64_t>, std::pair<std::uint64_t, std::int64_t>> trials;
  {
    // In a store of this age every report is of one objective.
    Query query(database, "SELECT study_id, number, step, value, '' FROM reports");
    while (query.next()) {
      const Report report = report_of(query, 2);
      auto& [sum, last] =
          trials.try_emplace({query.integer(0), query.integer(1)}, std::uint64_t{0}, report.step)
              .first->second;
      sum += report_mark(report);
      last = std::max(last, report.step);
    }
  }
  for (const auto& [trial, reports] : trials) {
    Query(database, "UPDATE trials SET reported = ?, last_step = ? WHERE study_id = ? AND number = ?")
        .with(static_cast<std::int64_t>(reports.first), reports.second, trial.first, trial.second)
        .run();
  }
}

void touch(Database& database, const TrialRow& row, Revision revision) {
  Query(database,
        "UPDATE trials SET revision = ?, reported = ?, last_step = ? WHERE study_id = ? AND number = ?")
      .with(revision, row.reported, row.last_step, row.study, row.number)
      .run();
}

}  // namespace hone::storage::rows
