// SPDX-License-Identifier: MIT
#include "hone/storage/sql_storage.hpp"

#include <utility>

#include "hone/storage/access_rows.hpp"
#include "hone/storage/annotation_rows.hpp"
#include "hone/storage/artefact_rows.hpp"
#include "hone/storage/artefact_rules.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/sql_check.hpp"
#include "hone/storage/sql_repair.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/summary_rows.hpp"
#include "hone/storage/trial_rows.hpp"
#include "hone/storage/version_rows.hpp"

namespace hone::storage {
namespace {

/// Others who name a study wait until this transaction ends.
void require_free_name(Database& database, StudyId id, const std::string& old, const std::string& wanted) {
  if (wanted == old) return;
  rows::lock_store(database);
  if (rows::find_study(database, wanted).value_or(id) != id) throw_name_taken(wanted);
}

}  // namespace

SqlStorage::SqlStorage(std::unique_ptr<Database> database, Clock clock, OpenBlobs open_blobs)
    : database_(std::move(database)), clock_(std::move(clock)), open_blobs_(std::move(open_blobs)) {}

StudyId SqlStorage::create_study(const Study& study) {
  StudyId id = 0;
  database_.write(Access::DurableWrite, [&](Database& database) {
    rows::lock_store(database);
    if (rows::find_study(database, study.name)) throw_name_taken(study.name);
    id = rows::insert_study(database, study, clock_());
    const std::vector<Proposal> first = starting_points(study);
    if (!first.empty()) append_waiting(database, id, first);
    return true;
  });
  return id;
}

std::optional<StudyId> SqlStorage::find_study(const std::string& name) {
  return database_.use([&](Database& database) { return rows::find_study(database, name); });
}

// The definition is read anew: it may have another budget, which is no new version.
StudyVersion SqlStorage::current(StudyId id) {
  return database_.read([&](Database& database) {
    const auto progress = rows::read_progress(database, id);
    if (!progress) throw_no_study(id);
    defined_.erase(id);
    return definitions(database, id, progress->version).current();
  });
}

std::vector<StudyVersion> SqlStorage::versions(StudyId id) {
  return database_.read([&](Database& database) {
    if (!rows::read_progress(database, id)) throw_no_study(id);
    return rows::read_versions(database, id);
  });
}

std::int64_t SqlStorage::redefine_study(StudyId id, const Study& study, std::optional<std::int64_t> seen) {
  std::int64_t version = 0;
  try {
    database_.write(Access::DurableWrite, id, [&](Database& database) {
      version = seen ? redefine(database, id, study, *seen) : replace(database, id, study);
      return true;
    });
  } catch (...) {
    // What was not stored must not be remembered under a number that somebody else may get.
    database_.use([&](Database&) { return defined_.erase(id); });
    throw;
  }
  return version;
}

std::vector<Trial> SqlStorage::trials_under(StudyId id, const Study& study) {
  return database_.read([&](Database& database) {
    const auto progress = rows::read_progress(database, id);
    if (!progress) throw_no_study(id);
    std::vector<StudyVersion> versions = rows::read_versions(database, id);
    const std::int64_t next = versions.back().version + 1;
    versions.push_back(next_space(versions, study, 0));
    return rows::read_trials(database, id, Definitions(std::move(versions), next), progress->trials);
  });
}

std::int64_t SqlStorage::space_version(StudyId id) {
  return database_.use([&](Database& database) {
    const auto progress = rows::read_progress(database, id);
    if (!progress) throw_no_study(id);
    return definitions(database, id, progress->version).current().space;
  });
}

std::int64_t SqlStorage::replace(Database& database, StudyId id, const Study& study) {
  const auto progress = rows::lock_progress(database, id);
  if (!progress) throw_no_study(id);
  const Study old = rows::read_study(database, id);
  if (!same_space(old, study) || !same_objectives(old.objectives, study.objectives))
    throw_definition_differs(old.name);
  require_free_name(database, id, old.name, study.name);
  rows::write_study(database, id, study);
  if (run_alike(old.plan, study.plan)) return progress->version;
  const std::vector<StudyVersion> versions = rows::read_versions(database, id);
  const StudyVersion next = next_version(versions, progress->version, study, clock_());
  if (next.version > versions.back().version) rows::insert_version(database, id, next);
  rows::set_present(database, id, next.version);
  return next.version;
}

std::int64_t SqlStorage::redefine(Database& database, StudyId id, const Study& study, std::int64_t seen) {
  Progress progress = rows::advance(database, id);
  require_seen(seen, progress.version);
  const Study old = rows::read_study(database, id);
  if (!same_objectives(old.objectives, study.objectives)) throw_objectives_differ(old.name);
  require_free_name(database, id, old.name, study.name);
  const StudyVersion next = next_space(rows::read_versions(database, id), study, clock_());
  rows::insert_version(database, id, next);
  rows::write_study(database, id, study);
  progress.version = next.version;
  settle_all(database, id, progress, definitions(database, id, next.version));
  rows::write_progress(database, id, progress);
  return next.version;
}

// Looks at all trials as the new space has them: the best may be another, and what waits may not fit.
void SqlStorage::settle_all(Database& database, StudyId id, Progress& progress, const Definitions& defined) {
  progress.best.reset();
  std::vector<std::pair<std::int64_t, std::string>> left_out;
  std::int64_t seen = 0;
  rows::visit_trials(database, id, defined, [&](std::int64_t number, const rows::ReadTrial& read) {
    const Trial trial = read();
    if (number == seen) ++seen;
    if (trial.state == TrialState::Waiting && !fits(trial))
      left_out.emplace_back(number, left_out_text(trial, progress.version));
    if (may_be_best(trial)) progress.offer(trial.values, defined.objectives());
    return true;
  });
  if (seen != progress.trials) rows::throw_hidden(database, id, progress.trials, seen);
  for (const auto& [number, reason] : left_out) {
    rows::TrialRow row = rows::read_row(database, id, number);
    rows::leave_out(row, reason, clock_());
    rows::write_row(database, row, progress.revision);
    progress.move(TrialState::Waiting, TrialState::Failed);
  }
  rows::touch_all(database, id, progress.revision);
}

void SqlStorage::delete_study(StudyId id) {
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    rows::lock_progress(database, id);
    rows::delete_study(database, id);
    defined_.erase(id);
    return true;
  });
}

std::vector<StudySummary> SqlStorage::studies() {
  return database_.read([&](Database& database) {
    std::vector<StudySummary> summaries = rows::read_summaries(database);
    for (const StudySummary& summary : summaries) require_as_defined(database, summary);
    return summaries;
  });
}

void SqlStorage::require_as_defined(Database& database, const StudySummary& summary) {
  Listed now{summary.name, summary.sampler, summary.created, summary.objectives};
  if (const auto known = listed_.find(summary.id); known != listed_.end() && known->second == now) return;
  rows::require_as_defined(database, summary);
  listed_.insert_or_assign(summary.id, std::move(now));
}

std::optional<std::string> SqlStorage::mark() {
  return database_.use([](Database& database) { return std::optional(database.mark()); });
}

std::vector<StudyMark> SqlStorage::marks() {
  return database_.read([](Database& database) { return rows::read_marks(database); });
}

std::vector<StudySummary> SqlStorage::summaries(std::span<const StudyId> ids) {
  return database_.read([&](Database& database) {
    std::vector<StudySummary> found;
    for (const StudyId id : ids) {
      auto summary = rows::read_summary(database, id);
      if (!summary) continue;
      require_as_defined(database, *summary);
      found.push_back(std::move(*summary));
    }
    return found;
  });
}

Annotations SqlStorage::annotations(StudyId id) {
  return database_.read([&](Database& database) {
    if (!rows::read_progress(database, id)) throw_no_study(id);
    return rows::read_annotations(database, id);
  });
}

void SqlStorage::annotate(StudyId id, const Annotation& added) {
  require_annotation(added);
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    if (!rows::lock_progress(database, id)) throw_no_study(id);
    rows::annotate(database, id, added, clock_());
    return true;
  });
}

Changes SqlStorage::changes(StudyId id, Revision since) {
  return database_.read([&](Database& database) {
    const auto progress = rows::read_progress(database, id);
    if (!progress) throw_no_study(id);
    Changes changes;
    changes.revision = progress->revision;
    if (since <= 0) rows::require_newest(database, id, *progress);
    if (progress->revision < since) throw_went_back(database.name(), id, since, progress->revision);
    const Definitions& defined = definitions(database, id, progress->version);
    changes.space = defined.current().space;
    changes.counts = counts_of(*progress);
    if (progress->revision <= since) return changes;
    changes.trials = since <= 0 ? rows::read_trials(database, id, defined, progress->trials)
                                : rows::read_changed(database, id, defined, since);
    return changes;
  });
}

std::optional<Trial> SqlStorage::trial(StudyId id, std::int64_t number) {
  return database_.read([&](Database& database) {
    const auto progress = rows::read_progress(database, id);
    if (!progress) throw_no_study(id);
    auto trial = rows::read_trial(database, id, definitions(database, id, progress->version), number);
    if (!trial && number >= 0 && number < progress->trials) rows::throw_not_found(database, id, number);
    return trial;
  });
}

ArtefactInfo SqlStorage::put_artefact(const ArtefactDraft& draft) {
  const ArtefactInfo given = info_of(draft, clock_());
  ArtefactInfo info;
  database_.write(Access::DurableWrite, [&](Database& database) {
    info = given;
    rows::lock_store(database);
    return rows::put_artefact(database, info, draft.bytes);
  });
  return info;
}

std::optional<Artefact> SqlStorage::artefact(const ArtefactKey& key) {
  auto found = database_.read([&](Database& database) { return rows::read_artefact(database, key); });
  // Hashing many bytes takes a while, and others may use the database meanwhile.
  if (found) require_intact(*found);
  return found;
}

std::vector<ArtefactInfo> SqlStorage::artefacts(const std::string& kind) {
  return database_.read([&](Database& database) { return rows::read_artefacts(database, kind); });
}

std::int64_t SqlStorage::delete_artefacts(const ArtefactKey& key) {
  std::int64_t deleted = 0;
  database_.write(Access::DurableWrite, [&](Database& database) {
    deleted = rows::delete_artefacts(database, key);
    return deleted > 0;
  });
  return deleted;
}

void SqlStorage::record(const AuditEntry& entry) {
  const Timestamp now = clock_();
  database_.write(Access::DurableWrite, [&](Database& database) {
    rows::insert_audit(database, entry, now);
    return true;
  });
}

std::vector<AuditEntry> SqlStorage::audit(std::int64_t after, std::int64_t most) {
  return database_.read([&](Database& database) { return rows::read_audit(database, after, most); });
}

std::int64_t SqlStorage::add_usage(const std::string& counter, std::int64_t more) {
  std::int64_t value = 0;
  database_.write(Access::DurableWrite, [&](Database& database) {
    value = rows::add_usage(database, counter, more);
    return true;
  });
  return value;
}

void SqlStorage::require_there() { database_.outside().require_there(); }
void SqlStorage::require_room() {
  require_there();
  database_.write(Access::DurableWrite, [](Database& database) {
    Query(database, "UPDATE hone_meta SET value = value WHERE name = 'next_artefact'").run();
    return true;
  });
}

std::string SqlStorage::location() const { return database_.outside().location(); }

void SqlStorage::backup(const std::string& path) { database_.outside().backup(path); }

CheckReport SqlStorage::check() {
  CheckReport report = database_.use([](Database& database) { return check_database(database); });
  if (report.problems.empty()) check_trial_artefacts(report.problems);
  return report;
}

std::vector<std::string> SqlStorage::repair() {
  return database_.use([](Database& database) { return repair_database(database); });
}

const Definitions& SqlStorage::definitions(Database& database, StudyId id, std::int64_t version) {
  const auto found = defined_.find(id);
  if (found != defined_.end() && found->second.current().version == version) return found->second;
  return defined_.insert_or_assign(id, rows::read_definitions(database, id, version)).first->second;
}

}  // namespace hone::storage
