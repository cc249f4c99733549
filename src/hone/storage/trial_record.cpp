// SPDX-License-Identifier: MIT
#include "hone/storage/trial_record.hpp"

#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"

namespace hone::storage::rows {
namespace {

Notes notes_of(std::string_view stored) { return stored.empty() ? Notes() : codec::notes_from_text(stored); }

}  // namespace

TrialState state_of(std::string_view word) {
  const auto state = parse_trial_state(word);
  if (!state) {
    throw Error(ErrorCode::StorageCorrupt, text("a stored trial has the unknown state '", word, "'"),
                "check the store with `hone db check` and go back to a backup");
  }
  return *state;
}

std::string attributes_text(const Attributes& attributes) {
  return attributes.empty() ? std::string() : codec::attributes_to_text(attributes);
}
Attributes attributes_of(std::string_view stored) {
  return stored.empty() ? Attributes() : codec::attributes_from_text(stored);
}
std::string notes_text(const Notes& notes) {
  return notes.empty() ? std::string() : codec::notes_to_text(notes);
}
std::string params_text(const Configuration& configuration) { return codec::params_to_text(configuration); }
std::string numbers_text(std::span<const double> numbers) {
  return numbers.empty() ? std::string() : codec::numbers_to_text(numbers);
}

std::vector<double> numbers_of(std::string_view stored) {
  return stored.empty() ? std::vector<double>() : codec::numbers_from_text(stored);
}
std::string remarks_text(std::span<const Remark> remarks) {
  return remarks.empty() ? std::string() : codec::remarks_to_text(remarks);
}
std::vector<Remark> remarks_of(std::string_view stored) {
  return stored.empty() ? std::vector<Remark>() : codec::remarks_from_text(stored);
}

Trial trial_of(const TrialParts& parts, const Definitions& definitions) {
  Trial trial;
  trial.number = parts.numbers[1];
  trial.version = parts.version;
  try {
    trial.state = state_of(parts.texts[0]);
    trial.configuration = codec::params_from_text(parts.texts[1], definitions.space_of(parts.version));
    trial.values = numbers_of(parts.texts[2]);
    trial.attributes = attributes_of(parts.texts[3]);
    trial.notes = notes_of(parts.texts[4]);
    trial.remarks = remarks_of(parts.remarks);
    definitions.settle(trial);
  } catch (const Error& error) {
    throw error.within(text("trial ", trial.number));
  }
  trial.error = parts.texts[5];
  trial.worker = parts.texts[6];
  trial.attempt = static_cast<int>(parts.numbers[2]);
  trial.created = parts.numbers[3];
  trial.started = parts.numbers[4];
  trial.finished = parts.numbers[5];
  return trial;
}

Report report_of(Query& row, int first) {
  return {row.integer(first), row.optional_real(first + 1).value_or(std::numeric_limits<double>::quiet_NaN()),
          FurtherValues(numbers_of(row.text(first + 2)))};
}

// A database may keep one of the two zeros only.
std::uint64_t report_mark(const Report& report) {
  Seal seal;
  seal.add(report.step);
  for (const double value : report.values()) seal.add(value == 0.0 ? 0.0 : value);
  return static_cast<std::uint64_t>(seal.value());
}

TrialRow row_of(Query& query, StudyId id) {
  return {.study = id,
          .number = query.integer(0),
          .status = std::string(query.text(1)),
          .params = std::string(query.text(2)),
          .values = std::string(query.text(3)),
          .attributes = std::string(query.text(4)),
          .notes = std::string(query.text(5)),
          .error = std::string(query.text(6)),
          .attempt = query.integer(7),
          .worker = std::string(query.text(8)),
          .created = query.integer(9),
          .started = query.integer(10),
          .finished = query.integer(11),
          .fence = query.integer(12),
          .seal = query.optional_integer(13),
          .lease_until = query.optional_integer(14),
          .remarks = std::string(query.text(15)),
          .version = query.integer(16),
          .reported = query.integer(17),
          .last_step = query.optional_integer(18)};
}

TrialRow row_of(const Trial& trial, StudyId id) {
  return {.study = id,
          .number = trial.number,
          .status = std::string(to_text(trial.state)),
          .params = params_text(trial.configuration),
          .values = numbers_text(trial.values),
          .attributes = attributes_text(trial.attributes),
          .notes = notes_text(trial.notes),
          .error = trial.error,
          .attempt = trial.attempt,
          .worker = trial.worker,
          .created = trial.created,
          .started = trial.started,
          .finished = trial.finished,
          .remarks = remarks_text(trial.remarks),
          .version = trial.version};
}

TrialParts parts_of(Query& row, StudyId id) {
  return {
      {id, row.integer(0), row.integer(7), row.integer(9), row.integer(10), row.integer(11), row.integer(12)},
      {row.text(1), row.text(2), row.text(3), row.text(4), row.text(5), row.text(6), row.text(8)},
      row.text(15),
      row.optional_integer(13),
      row.integer(16),
      row.integer(17)};
}

TrialParts parts_of(const TrialRow& row) {
  return {{row.study, row.number, row.attempt, row.created, row.started, row.finished, row.fence},
          {row.status, row.params, row.values, row.attributes, row.notes, row.error, row.worker},
          row.remarks,
          row.seal,
          row.version,
          row.reported};
}

TrialSeal::TrialSeal(const TrialParts& parts) : expected_(parts.reported), kept_(parts.seal) {
  for (const std::int64_t number : parts.numbers) seal_.add(number);
  for (const std::string_view text : parts.texts) seal_.add(text);
  // Stores that know no remarks, or no versions, sealed without them.
  if (!parts.remarks.empty()) seal_.add(parts.remarks);
  if (parts.version != 1) seal_.add(parts.version);
  const auto state = parse_trial_state(parts.texts[0]);
  ended_ = state && is_finished(*state);
}

void TrialSeal::add_report(const Report& report) {
  reports_ += report_mark(report);
  if (!ended_) return;
  seal_.add(report.step).add(report.value);
  for (const double value : report.further.all()) seal_.add(value);
}

void TrialSeal::require_reports(std::int64_t number) const {
  if (static_cast<std::int64_t>(reports_) == expected_) return;
  throw Error(ErrorCode::StorageCorrupt,
              text("trial ", number, " is damaged: its reports are not those that were stored"),
              "look at the whole store with `hone db check`; `hone db check --repair` makes indices again");
}

void TrialSeal::require_kept(std::int64_t number) const {
  if (kept_ == value()) return;
  throw Error(ErrorCode::StorageCorrupt,
              text("trial ", number, " is damaged: it is not what was stored under its seal"),
              "look at the whole store with `hone db check`, and go back to a backup");
}

}  // namespace hone::storage::rows
