// SPDX-License-Identifier: MIT
// How reports are stored, and counted in the row of their trial.
#include <algorithm>

#include "hone/storage/trial_rows.hpp"

namespace hone::storage::rows {
namespace {

bool has_report(Database& database, const TrialRow& row, std::int64_t step) {
  Query query(database, "SELECT 1 FROM reports WHERE study_id = ? AND number = ? AND step = ?");
  return query.with(row.study, row.number, step).next();
}

}  // namespace

void add_report(Database& database, StudyId id, std::int64_t number, const Report& report) {
  Query(database,
        "INSERT INTO reports (study_id, number, step, value) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (study_id, number, step) DO UPDATE SET value = excluded.value")
      .with(id, number, report.step, report.value)
      .run();
}

// Steps come in order, nearly always, so that nobody needs to look whether a report replaces another.
void add_reports(Database& database, TrialRow& row, std::span<const Report> reports) {
  for (const Report& report : reports) {
    const bool replaces =
        row.last_step && report.step <= *row.last_step && has_report(database, row, report.step);
    if (!replaces) ++row.reported;
    row.last_step = std::max(report.step, row.last_step.value_or(report.step));
    add_report(database, row.study, row.number, report);
  }
}

void touch(Database& database, const TrialRow& row, Revision revision) {
  Query(database,
        "UPDATE trials SET revision = ?, reported = ?, last_step = ? WHERE study_id = ? AND number = ?")
      .with(revision, row.reported, row.last_step, row.study, row.number)
      .run();
}

}  // namespace hone::storage::rows
