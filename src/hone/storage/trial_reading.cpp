// SPDX-License-Identifier: MIT
// How trials are read, each compared with its seal.
#include <algorithm>
#include <functional>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/trial_record.hpp"
#include "hone/storage/trial_rows.hpp"

namespace hone::storage::rows {
namespace {

/// A damaged count must not ask for more memory than there is.
constexpr std::int64_t kMostReserved = 1'000'000;

/// Trials and their seals while their rows and then their reports come in, both ordered by number.
class TrialReading {
 public:
  TrialReading(StudyId id, const Definitions& definitions) : id_(id), definitions_(definitions) {}

  void reserve(std::int64_t expected) {
    const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(expected, 0, kMostReserved));
    trials_.reserve(count);
    seals_.reserve(count);
  }

  void take(Query& rows) {
    while (rows.next()) {
      const TrialParts parts = parts_of(rows, id_);
      trials_.push_back(trial_of(parts, definitions_));
      seals_.emplace_back(parts);
    }
  }

  /// A damaged page may hide rows from a walk along an index, or show them twice, and SQLite says nothing.
  void require_all(Database& database, std::int64_t expected) const {
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (trials_[i].number != static_cast<std::int64_t>(i)) throw_hidden(database, id_, expected, size());
    }
    if (size() != expected) throw_hidden(database, id_, expected, size());
  }

  /// Hands (number, step, value, further) rows to their trials; rows of other trials are passed over.
  void take_reports(Query& rows) {
    std::size_t i = 0;
    while (rows.next()) {
      const std::int64_t number = rows.integer(0);
      while (i < trials_.size() && trials_[i].number < number) ++i;
      if (i == trials_.size()) return;
      if (trials_[i].number != number) continue;
      trials_[i].reports.push_back(report_of(rows, 1));
      seals_[i].add_report(trials_[i].reports.back());
    }
  }

  std::vector<Trial> checked() && {
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      seals_[i].require_kept(trials_[i].number);
      seals_[i].require_reports(trials_[i].number);
    }
    return std::move(trials_);
  }

 private:
  std::int64_t size() const { return static_cast<std::int64_t>(trials_.size()); }

  StudyId id_;
  const Definitions& definitions_;
  std::vector<Trial> trials_;
  std::vector<TrialSeal> seals_;
};

/// Calls `take` with the reports of one trial, in the order of their steps. Its seal does not cover them
/// before it has ended, so that each is looked at beside the index: a damaged one leads to those of another
/// trial. That it hides none is for the caller to compare with the row.
void visit_reports(Database& database, StudyId id, std::int64_t number,
                   const std::function<void(const Report&)>& take) {
  const std::string_view address = database.row_address();
  const std::string rows =
      address.empty() ? "" : text(" CROSS JOIN reports x WHERE x.", address, " = r.", address, " AND");
  const std::string_view from = address.empty() ? "r" : "x";
  Query reports(database,
                text("SELECT r.step, ", from, ".value, ", from, ".further, ", from, ".study_id, ", from,
                     ".number, ", from, ".step FROM reports r", rows.empty() ? " WHERE" : rows,
                     " r.study_id = ? AND r.number = ? ORDER BY r.step"));
  reports.with(id, number);
  while (reports.next()) {
    if (reports.integer(3) != id || reports.integer(4) != number || reports.integer(5) != reports.integer(0))
      throw Error(ErrorCode::StorageCorrupt,
                  text("'", database.name(), "' is damaged: its index takes a report of trial ",
                       reports.integer(4), " for one of trial ", number, " of study ", id),
                  kLookAndRestore);
    take(report_of(reports, 0));
  }
}

/// Reads the reports of the trial in a row and compares all of it with its seal.
Trial checked_trial(Database& database, StudyId id, Query& row, const Definitions& definitions) {
  const TrialParts parts = parts_of(row, id);
  Trial trial = trial_of(parts, definitions);
  TrialSeal seal(parts);
  visit_reports(database, id, trial.number, [&](const Report& report) {
    trial.reports.push_back(report);
    seal.add_report(report);
  });
  seal.require_kept(trial.number);
  seal.require_reports(trial.number);
  return trial;
}

}  // namespace

TrialSeal seal_of(Database& database, const TrialRow& row) {
  TrialSeal seal(parts_of(row));
  if (!seal.covers_reports()) return seal;
  visit_reports(database, row.study, row.number, [&](const Report& report) { seal.add_report(report); });
  seal.require_reports(row.number);
  return seal;
}

std::vector<Trial> read_trials(Database& database, StudyId id, const Definitions& definitions,
                               std::int64_t expected) {
  TrialReading reading(id, definitions);
  reading.reserve(expected);
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? ORDER BY number");
  reading.take(query.with(id));
  reading.require_all(database, expected);
  Query reports(database,
                "SELECT number, step, value, further FROM reports WHERE study_id = ? ORDER BY number, step");
  reading.take_reports(reports.with(id));
  return std::move(reading).checked();
}

// The plus keeps the primary key from being walked for its order: what changed is little, and the index finds
// it.
std::vector<Trial> read_changed(Database& database, StudyId id, const Definitions& definitions,
                                Revision since) {
  TrialReading reading(id, definitions);
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS
                        " FROM trials WHERE study_id = ? AND revision > ? ORDER BY +number");
  reading.take(query.with(id, since));
  Query reports(database,
                "SELECT r.number, r.step, r.value, r.further FROM trials t CROSS JOIN reports r "
                "WHERE t.study_id = ? AND t.revision > ? AND r.study_id = t.study_id AND r.number = t.number "
                "ORDER BY r.number, r.step");
  reading.take_reports(reports.with(id, since));
  return std::move(reading).checked();
}

void visit_trials(Database& database, StudyId id, const Definitions& definitions,
                  const std::function<bool(std::int64_t number, const ReadTrial& read)>& visit) {
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? ORDER BY number");
  query.with(id);
  const ReadTrial read = [&] { return checked_trial(database, id, query, definitions); };
  while (query.next() && visit(query.integer(0), read)) continue;
}

std::optional<Trial> read_trial(Database& database, StudyId id, const Definitions& definitions,
                                std::int64_t number) {
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS " FROM trials WHERE study_id = ? AND number = ?");
  if (!query.with(id, number).next()) return std::nullopt;
  return checked_trial(database, id, query, definitions);
}

std::optional<Trial> read_waiting(Database& database, StudyId id, const Definitions& definitions) {
  Query query(database, "SELECT " HONE_TRIAL_COLUMNS
                        " FROM trials WHERE study_id = ? AND status = 'waiting' ORDER BY number LIMIT 1");
  if (!query.with(id).next()) return std::nullopt;
  Trial trial = checked_trial(database, id, query, definitions);
  // The index of those that wait is believed by SQLite, which does not look at the state again.
  if (trial.state == TrialState::Waiting) return trial;
  throw Error(ErrorCode::StorageCorrupt,
              text("'", database.name(), "': trial ", trial.number, " of study ", id,
                   " is listed as waiting, but it is ", to_text(trial.state)),
              kLookAndRestore);
}

}  // namespace hone::storage::rows
