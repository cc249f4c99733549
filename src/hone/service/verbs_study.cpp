// SPDX-License-Identifier: MIT
// What is said of a study as a whole: its definitions, what people note on it, whether it goes on.
#include "hone/codec/answer.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/record.hpp"
#include "hone/service/verb_lists.hpp"
#include "hone/storage/study_notes.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::MapForm;

constexpr std::size_t kLongestText = 100'000;
constexpr std::size_t kMostTags = 50;

Json version_json(const storage::StudyVersion& version) {
  return {{"version", version.version},
          {"space", version.space},
          {"created", codec::iso_time(version.created)},
          {"study", codec::to_json(version.study)},
          {"record", codec::study_to_text(version.study)}};
}

std::string run_definition(const VerbCall& call) {
  read_fields<NoFields>(call);
  const Operations::Stored stored = call.operations.stored(call.study);
  Json json = version_json(stored.version);
  json["id"] = stored.id;
  return codec::json_line(json);
}

std::string run_versions(const VerbCall& call) {
  read_fields<NoFields>(call);
  Json versions = Json::array();
  for (const auto& version : call.operations.versions(call.study)) versions.push_back(version_json(version));
  return codec::json_line({{"versions", versions}});
}

std::string run_drop(const VerbCall& call) {
  read_fields<NoFields>(call);
  call.operations.drop(call.study);
  return codec::ok_answer();
}

// --- notes

struct NotesForm {
  std::string text = {};
  std::vector<std::string> tags = {};
  void declare(MapForm& map) {
    map.text("text", text, kLongestText, "in words");
    map.words("tags", tags, kMostTags, "to find it by");
  }
};

std::string notes_answer(const VerbCall& call) {
  const storage::Annotations kept = call.operations.annotations(call.study);
  Json notes = Json::array();
  for (const storage::StudyNote& note : kept.notes)
    notes.push_back({{"time", codec::iso_time(note.time)}, {"text", note.text}, {"tags", note.tags}});
  return codec::json_line({{"text", kept.text},
                           {"tags", storage::tags_of(kept.notes)},
                           {"stopped", kept.stopped},
                           {"notes", notes}});
}

std::string run_notes(const VerbCall& call) {
  read_fields<NoFields>(call);
  return notes_answer(call);
}

std::string run_set_notes(const VerbCall& call) {
  auto given = read_fields<NotesForm>(call);
  StudyNotes notes = call.operations.notes(call.study);
  notes.text = std::move(given.text);
  notes.tags = std::move(given.tags);
  call.operations.set_notes(call.study, notes);
  return notes_answer(call);
}

// --- stop and resume

struct StoppedAnswer {
  bool stopped = false;
  void declare(MapForm& map) { map.flag("stopped", stopped, "true: nothing more is handed out"); }
};

template <bool stopped>
std::string run_set_stopped(const VerbCall& call) {
  read_fields<NoFields>(call);
  call.operations.annotate(call.study, {.stopped = stopped});
  return codec::written(StoppedAnswer{stopped});
}

}  // namespace

std::vector<Verb> study_verbs() {
  return {
      {"definition",
       {"GET", "/v1/studies/{study}/definition", "getDefinition"},
       Role::Read,
       Effect::Looks,
       "The definition alone",
       fields_of<NoFields>,
       line<run_definition>},
      {"versions",
       {"GET", "/v1/studies/{study}/versions", "listVersions"},
       Role::Read,
       Effect::Looks,
       "The definitions that it had",
       fields_of<NoFields>,
       line<run_versions>},
      {"drop",
       {"DELETE", "/v1/studies/{study}", "deleteStudy", 204},
       Role::Admin,
       Effect::Changes,
       "Deletes a study with its trials",
       fields_of<NoFields>,
       line<run_drop>},
      {"notes",
       {"GET", "/v1/studies/{study}/notes", "getNotes"},
       Role::Read,
       Effect::Looks,
       "Text and tags of people",
       fields_of<NoFields>,
       line<run_notes>},
      {"set_notes",
       {"PUT", "/v1/studies/{study}/notes", "putNotes"},
       Role::Work,
       Effect::Notes,
       "Replaces text and tags",
       fields_of<NotesForm>,
       line<run_set_notes>},
      {"stop",
       {"POST", "/v1/studies/{study}:stop", "stopStudy"},
       Role::Admin,
       Effect::Changes,
       "Hands out nothing more",
       fields_of<NoFields>,
       line<run_set_stopped<true>>},
      {"resume",
       {"POST", "/v1/studies/{study}:resume", "resumeStudy"},
       Role::Admin,
       Effect::Changes,
       "Goes on",
       fields_of<NoFields>,
       line<run_set_stopped<false>>},
  };
}

}  // namespace hone::service
