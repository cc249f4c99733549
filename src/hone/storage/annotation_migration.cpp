// SPDX-License-Identifier: MIT
#include "hone/storage/annotation_migration.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/storage/annotation_rows.hpp"
#include "hone/storage/artefact_rows.hpp"
#include "hone/storage/artefact_rules.hpp"

// What version 6 kept as artefacts: kind, name, what they say.
//   study-note       ID-CREATED/*  a note on the study of this id and time
//   service-study    NAME          the text on a study, and whether it is stopped; the newest counts
//   service-enqueue  ID/HASH       "first count" of what was enqueued under the key of this hash
namespace hone::storage {
namespace {

struct FormerStudies {
  std::map<std::string, StudyId> by_notes;  ///< "ID-CREATED"
  std::map<std::string, StudyId> by_name;
  std::map<std::string, StudyId> by_id;
};

FormerStudies former_studies(Database& database) {
  FormerStudies studies;
  Query row(database, "SELECT id, created, name FROM studies");
  while (row.next()) {
    const StudyId id = row.integer(0);
    studies.by_notes[text(id, "-", row.integer(1))] = id;
    studies.by_name[std::string(row.text(2))] = id;
    studies.by_id[text(id)] = id;
  }
  return studies;
}

std::optional<StudyId> study_in(const std::map<std::string, StudyId>& studies, const std::string& name) {
  const auto found = studies.find(name);
  return found == studies.end() ? std::nullopt : std::optional(found->second);
}

/// Nothing when the artefact is damaged.
std::optional<codec::Json> former_fields(const Artefact& artefact) {
  if (!is_intact(artefact)) return std::nullopt;
  try {
    codec::Json json = codec::parse_json(artefact.bytes, artefact.info.name);
    return json.is_object() ? std::optional(std::move(json)) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

StudyNote note_from(const codec::Json& fields) {
  constexpr std::string_view kTag = kTagPrefix;
  StudyNote note;
  for (const auto& [name, value] : fields.items()) {
    if (name == "time" && value.is_number_integer()) note.time = value.get<Timestamp>();
    if (name == "text" && value.is_string()) note.text = value.get<std::string>();
    if (name.starts_with(kTag) && value.is_boolean()) note.tags[name.substr(kTag.size())] = value.get<bool>();
  }
  return note;
}

/// Calls visit(study, artefact) with each of a kind, the newest version of a name first; `study` by the
/// name's first part. Those for which it is true are deleted, and those of no study.
template <class Visit>
void move_kind(Database& database, const std::string& kind, const std::map<std::string, StudyId>& studies,
               const std::string& end_of_study, const Visit& visit) {
  for (const ArtefactInfo& info : rows::read_artefacts(database, kind)) {
    const ArtefactKey key{info.kind, info.name, info.hash};
    const std::string first =
        end_of_study.empty() ? info.name : info.name.substr(0, info.name.find(end_of_study));
    const auto study = study_in(studies, first);
    if (!study || visit(*study, rows::read_artefact(database, key).value()))
      rows::delete_artefacts(database, key);
  }
}

void move_notes(Database& database, const FormerStudies& studies) {
  std::map<StudyId, std::vector<StudyNote>> notes;
  move_kind(database, "study-note", studies.by_notes, "/", [&](StudyId id, const Artefact& artefact) {
    const auto fields = former_fields(artefact);
    if (fields) notes[id].push_back(note_from(*fields));
    return fields.has_value();
  });
  for (auto& [id, of_study] : notes) {
    std::stable_sort(of_study.begin(), of_study.end(),
                     [](const StudyNote& a, const StudyNote& b) { return a.time < b.time; });
    for (std::size_t i = 0; i < of_study.size(); ++i)
      rows::insert_note(database, id, static_cast<std::int64_t>(i) + 1, of_study[i]);
  }
}

void move_marks(Database& database, const FormerStudies& studies) {
  std::map<StudyId, bool> moved;
  move_kind(database, "service-study", studies.by_name, "", [&](StudyId id, const Artefact& artefact) {
    const auto fields = former_fields(artefact);
    if (!fields || !moved.try_emplace(id, true).second) return fields.has_value();
    Annotation mark{.text = "", .stopped = false};
    for (const auto& [name, value] : fields->items()) {
      if (name == "text" && value.is_string()) mark.text = value.get<std::string>();
      if (name == "stopped" && value.is_boolean()) mark.stopped = value.get<bool>();
    }
    rows::annotate(database, id, mark, 0);
    return true;
  });
}

void move_keys(Database& database, const FormerStudies& studies) {
  move_kind(database, "service-enqueue", studies.by_id, "/", [&](StudyId id, const Artefact& artefact) {
    const std::vector<std::string> words = split(artefact.bytes, ' ');
    const auto first = words.size() == 2 ? parse_integer(words[0]) : std::nullopt;
    const auto count = words.size() == 2 ? parse_integer(words[1]) : std::nullopt;
    const std::string hash = artefact.info.name.substr(artefact.info.name.find('/') + 1);
    if (!first || !count || !is_intact(artefact)) return false;
    if (!rows::read_key(database, id, hash)) rows::insert_key(database, id, hash, {*first, *count});
    return true;
  });
}

}  // namespace

void move_annotations(Database& database) {
  const FormerStudies studies = former_studies(database);
  move_notes(database, studies);
  move_marks(database, studies);
  move_keys(database, studies);
}

}  // namespace hone::storage
