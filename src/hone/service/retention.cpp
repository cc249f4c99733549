// SPDX-License-Identifier: MIT
#include "hone/service/retention.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "hone/base/error.hpp"
#include "hone/base/pattern.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/record.hpp"
#include "hone/codec/trial_artefact.hpp"

namespace hone::service {
namespace {

constexpr std::int64_t kAllArtefacts = std::numeric_limits<std::int32_t>::max();

Timestamp last_change(storage::Storage& store, const storage::StudySummary& study) {
  Timestamp last = std::max(study.created, store.current(study.id).created);
  for (const Trial& trial : store.changes(study.id, 0).trials) {
    last = std::max({last, trial.created, trial.started, trial.finished});
    for (const Remark& remark : trial.remarks) last = std::max(last, remark.time);
  }
  for (const storage::StudyNote& note : store.annotations(study.id).notes) last = std::max(last, note.time);
  return last;
}

bool names_study(const Source& source, const std::string& name) {
  if (const auto* one = std::get_if<StudySource>(&source)) return one->store.empty() && one->name == name;
  if (const auto* all = std::get_if<StudiesSource>(&source))
    return all->store.empty() && matches_pattern(name, all->pattern);
  return false;
}

/// The first study that learns from the one of this name; empty when there is none.
std::string learner_of(const std::map<std::string, std::vector<Source>>& sources, const std::string& name) {
  for (const auto& [other, list] : sources) {
    if (other == name) continue;
    if (std::any_of(list.begin(), list.end(), [&](const Source& one) { return names_study(one, name); }))
      return other;
  }
  return "";
}

/// A study as a text, without what is the store's own: its id and its worker's leases.
std::string contents(storage::Storage& store, storage::StudyId id) {
  std::string all;
  for (const storage::StudyVersion& version : store.versions(id))
    all += text(version.version, ' ', version.created, ' ', codec::to_json(version.study).dump(), '\n');
  const storage::StudyVersion now = store.current(id);
  for (const Trial& trial : store.changes(id, 0).trials)
    all += codec::to_json(trial, now.study).dump(-1, ' ', true, codec::Json::error_handler_t::replace) + '\n';
  const storage::Annotations notes = store.annotations(id);
  all += text(notes.text, ' ', notes.stopped, '\n');
  for (const storage::StudyNote& note : notes.notes) all += text(note.time, ' ', note.text, '\n');
  for (const TrialArtefact& left : store.trial_artefacts(id, 0, kAllArtefacts))
    all += codec::to_json(left).dump(-1, ' ', true, codec::Json::error_handler_t::replace) + '\n';
  return all;
}

storage::StudyId id_in(storage::Storage& store, const std::string& name) {
  if (const auto id = store.find_study(name)) return *id;
  throw Error(ErrorCode::NotFound, text("there is no study '", name, "' in the store"),
              "'hone studies' lists those that are there");
}

std::map<std::string, std::string> marks_by_name(storage::Storage& store) {
  std::map<std::string, std::string> found;
  for (const storage::StudyMark& mark : store.marks()) found[mark.name] = mark.mark;
  return found;
}

void require_sound(storage::Storage& archive, const std::string& file) {
  const storage::CheckReport report = archive.check();
  if (report.problems.empty()) return;
  throw Error(ErrorCode::StorageCorrupt,
              text("the archive '", file, "' is damaged: ", report.problems.front()),
              "nothing was deleted: name another file");
}

}  // namespace

std::vector<StudyAge> study_ages(Operations& operations, const std::vector<std::string>& names,
                                 Timestamp oldest) {
  storage::Storage& store = operations.store();
  std::map<std::string, std::vector<Source>> sources;
  std::vector<StudyAge> ages;
  const std::vector<storage::StudySummary> studies = store.studies();
  for (const storage::StudySummary& study : studies)
    sources[study.name] = store.current(study.id).study.sources;
  for (const storage::StudySummary& study : studies) {
    if (!names.empty() && std::find(names.begin(), names.end(), study.name) == names.end()) continue;
    StudyAge age{.name = study.name,
                 .trials = study.trials,
                 .changed = study.created,
                 .running = study.running > 0,
                 .learner = learner_of(sources, study.name)};
    if (study.created <= oldest) age.changed = last_change(store, study);
    ages.push_back(std::move(age));
  }
  std::sort(ages.begin(), ages.end(), [](const StudyAge& a, const StudyAge& b) { return a.name < b.name; });
  return ages;
}

Departure archive_studies(Operations& operations, const std::string& address,
                          const std::vector<std::string>& names, const std::string& archive) {
  if (names.empty()) return {};
  if (!catalog::storage_file(archive))
    throw Error(ErrorCode::InvalidArgument, text("'", archive, "' is not the name of a file"),
                "an archive is a store in a file: name one, such as archive.db");
  storage::Storage& store = operations.store();
  const auto before = marks_by_name(store);
  Departure departure{.copied = catalog::copy_storage(address, archive, {}, names)};
  const auto copies = catalog::open_existing_storage(archive, "name another file");
  require_sound(*copies, archive);
  std::vector<std::string> different;
  for (const std::string& name : names)
    if (contents(store, id_in(store, name)) != contents(*copies, id_in(*copies, name)))
      different.push_back(name);
  const auto after = marks_by_name(store);
  for (const std::string& name : names) {
    const auto mark = after.find(name);
    if (mark == after.end() || mark->second != before.at(name)) departure.kept.push_back(name);
  }
  const auto changed = [&](const std::string& name) {
    return std::find(departure.kept.begin(), departure.kept.end(), name) != departure.kept.end();
  };
  for (const std::string& name : different) {
    if (changed(name)) continue;
    throw Error(ErrorCode::StorageCorrupt,
                text("the study '", name, "' in the archive '", archive, "' is not what the store has"),
                "nothing was deleted: look at both with 'hone db check'");
  }
  for (const std::string& name : names) {
    if (changed(name)) continue;
    operations.drop(name);
    departure.deleted.push_back(name);
  }
  return departure;
}

}  // namespace hone::service
