// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hone/core/space.hpp"
#include "hone/core/trial.hpp"
#include "hone/storage/database.hpp"
#include "hone/storage/definitions.hpp"
#include "hone/storage/seal.hpp"
#include "hone/storage/storage.hpp"

/// Columns of a trial, in the order in which the functions below read them.
#define HONE_TRIAL_COLUMNS                                                                             \
  "number, status, settings, objective_values, attributes, notes, failure, attempt, worker, created, " \
  "started, finished, handovers, seal, lease_until, remarks, version, reported, last_step"

// One trial as texts and numbers of a row.
namespace hone::storage::rows {

/// Throws StorageCorrupt for a word that is not a state.
TrialState state_of(std::string_view word);

// Most trials have no attributes, and few have notes: nothing is written as an empty text and not parsed.
std::string attributes_text(const Attributes& attributes);
Attributes attributes_of(std::string_view stored);
std::string notes_text(const Notes& notes);
std::string params_text(const Configuration& configuration);
std::string numbers_text(std::span<const double> numbers);
std::vector<double> numbers_of(std::string_view stored);
std::string remarks_text(std::span<const Remark> remarks);
std::vector<Remark> remarks_of(std::string_view stored);

/// A row of the table of trials, for those who change it.
struct TrialRow {
  StudyId study = 0;
  std::int64_t number = 0;
  std::string status;
  std::string params;
  std::string values;
  std::string attributes;
  std::string notes;
  std::string error;
  std::int64_t attempt = 1;
  std::string worker;
  Timestamp created = 0;
  Timestamp started = 0;
  Timestamp finished = 0;
  std::int64_t fence = 0;
  std::optional<std::int64_t> seal = {};
  std::optional<Timestamp> lease_until = {};
  std::string remarks = {};
  std::int64_t version = 1;
  std::int64_t reported = 0;                   ///< its reports, as report_mark() adds them up
  std::optional<std::int64_t> last_step = {};  ///< the largest step among them
};

/// Of HONE_TRIAL_COLUMNS.
TrialRow row_of(Query& query, StudyId id);
/// Of a new trial: not sealed yet.
TrialRow row_of(const Trial& trial, StudyId id);

/// What a row of HONE_TRIAL_COLUMNS says about the trial, looked up once: what a seal covers, and the seal.
/// Valid until the query goes on, or while the row lives.
struct TrialParts {
  std::array<std::int64_t, 7> numbers;    ///< study, number, attempt, created, started, finished, fence
  std::array<std::string_view, 7> texts;  ///< status, params, values, attributes, notes, error, worker
  std::string_view remarks;               ///< sealed too, unless there are none
  std::optional<std::int64_t> seal;
  std::int64_t version = 1;  ///< of the definition
  std::int64_t reported = 0;
};
TrialParts parts_of(Query& row, StudyId id);
TrialParts parts_of(const TrialRow& row);

/// The trial without its reports, as the present space has it. Throws StorageCorrupt, naming the trial, when
/// the row makes no sense.
Trial trial_of(const TrialParts& parts, const Definitions& definitions);
/// What a report adds to TrialRow::reported: a fingerprint. Sums wrap, and do not depend on the order.
std::uint64_t report_mark(const Report& report);
/// The report in the columns step, value and further, of which step is `first`; a value that is not a number
/// is kept as NULL.
Report report_of(Query& row, int first);

/// The seal of a trial under way: over its row, and over its reports once it has ended, since they do not
/// change any more. The version is added from the second on, so that seals from before there were versions
/// stay good. Not over its lease and its revision, which change without the trial.
class TrialSeal {
 public:
  explicit TrialSeal(const TrialParts& parts);
  bool covers_reports() const { return ended_; }
  /// Goes on with the reports, by step; those that are not covered are only added up.
  void add_report(const Report& report);

  std::int64_t value() const { return seal_.value(); }
  /// Throws StorageCorrupt, naming the trial, unless the row was sealed with this value.
  void require_kept(std::int64_t number) const;
  /// Throws StorageCorrupt, naming the trial, unless all its reports were added, as they were stored: a
  /// damaged index hides some, and the seal covers none while the trial runs.
  void require_reports(std::int64_t number) const;

 private:
  Seal seal_;
  std::int64_t expected_;
  std::uint64_t reports_ = 0;
  std::optional<std::int64_t> kept_;
  bool ended_;
};

}  // namespace hone::storage::rows
