// SPDX-License-Identifier: MIT
#include "hone/storage/annotation_migration.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
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

/// Studies by kind and first part of the name of what belongs to them.
std::map<std::string, StudyId> owners(Database& database) {
  std::map<std::string, StudyId> studies;
  Query row(database, "SELECT id, created, name FROM studies");
  while (row.next()) {
    const StudyId id = row.integer(0);
    studies[text("study-note ", id, "-", row.integer(1))] = id;
    studies[text("service-study ", row.text(2))] = id;
    studies[text("service-enqueue ", id)] = id;
  }
  return studies;
}

/// Null when it cannot be read.
codec::Json fields_of(const Artefact& artefact) {
  try {
    return codec::parse_json(artefact.bytes, artefact.info.name);
  } catch (const Error&) {
    return nullptr;
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

Annotation mark_from(const codec::Json& fields) {
  Annotation mark{.text = "", .stopped = false};
  for (const auto& [name, value] : fields.items()) {
    if (name == "text" && value.is_string()) mark.text = value.get<std::string>();
    if (name == "stopped" && value.is_boolean()) mark.stopped = value.get<bool>();
  }
  return mark;
}

bool move_key(Database& database, StudyId id, const Artefact& artefact) {
  const std::vector<std::string> words = split(artefact.bytes, ' ');
  const auto first = words.size() == 2 ? parse_integer(words[0]) : std::nullopt;
  const auto count = words.size() == 2 ? parse_integer(words[1]) : std::nullopt;
  if (!first || !count) return false;
  const std::string hash = artefact.info.name.substr(artefact.info.name.find('/') + 1);
  if (!rows::read_key(database, id, hash)) rows::insert_key(database, id, hash, {*first, *count});
  return true;
}

using NotesOfStudies = std::map<StudyId, std::vector<StudyNote>>;

/// False when the artefact is damaged. Notes are collected, to be put in order.
bool move_one(Database& database, StudyId id, const Artefact& artefact, bool newest, NotesOfStudies& notes) {
  if (!is_intact(artefact)) return false;
  if (artefact.info.kind == "service-enqueue") return move_key(database, id, artefact);
  const codec::Json fields = fields_of(artefact);
  if (!fields.is_object()) return false;
  if (artefact.info.kind == "study-note") {
    notes[id].push_back(note_from(fields));
  } else if (newest) {
    rows::annotate(database, id, mark_from(fields), 0);
  }
  return true;
}

}  // namespace

void move_annotations(Database& database) {
  const std::map<std::string, StudyId> studies = owners(database);
  NotesOfStudies notes;
  for (const char* kind : {"study-note", "service-study", "service-enqueue"}) {
    std::string last;
    for (const ArtefactInfo& info : rows::read_artefacts(database, kind)) {  // the newest of a name first
      const bool newest = std::exchange(last, info.name) != info.name;
      const bool named = info.kind == "service-study";
      const auto owner =
          studies.find(text(kind, " ", named ? info.name : info.name.substr(0, info.name.find('/'))));
      const ArtefactKey key{info.kind, info.name, info.hash};
      if (owner == studies.end() ||
          move_one(database, owner->second, rows::read_artefact(database, key).value(), newest, notes))
        rows::delete_artefacts(database, key);
    }
  }
  for (auto& [id, of_study] : notes) {
    std::stable_sort(of_study.begin(), of_study.end(),
                     [](const StudyNote& a, const StudyNote& b) { return a.time < b.time; });
    std::int64_t number = 0;
    for (const StudyNote& note : of_study) rows::insert_note(database, id, ++number, note);
  }
}

}  // namespace hone::storage
