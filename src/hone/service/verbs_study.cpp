// SPDX-License-Identifier: MIT
// What is said of a study as a whole: its definitions, what people note on it, whether it goes on.
#include "hone/codec/answer.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/record.hpp"
#include "hone/codec/shape.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/findings.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::MapForm;
using codec::Node;
namespace shape = codec::shape;

constexpr std::size_t kLongestText = 100'000;
constexpr std::size_t kMostTags = 50;

Json version_json(const storage::StudyVersion& version) {
  return {{"version", version.version},
          {"space", version.space},
          {"created", codec::iso_time(version.created)},
          {"study", codec::to_json(version.study)},
          {"record", codec::study_to_text(version.study)}};
}

std::vector<shape::Member> version_members() {
  return {{"version", shape::integer(1)},
          {"space", shape::integer(1)},
          {"created", shape::text()},
          {"study", shape::reference("Study")},
          {"record", shape::text()}};  // as a store keeps it
}

Node definition_shape(bool) {
  std::vector<shape::Member> members = version_members();
  members.push_back({"id", shape::integer(0)});
  return shape::record(std::move(members));
}

Node versions_shape(bool) {
  return shape::record({{"versions", shape::list(shape::record(version_members()))}});
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
  return codec::json_line(annotations_json(call.operations.annotations(call.study)));
}

Node notes_shape(bool) { return annotations_shape(); }

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

// --- attributes

/// What programs keep with a study.
struct AttributesForm {
  storage::AttributeChanges changes = {};

  void declare(MapForm& map) {
    map.field(
        "set", [] { return shape::map(shape::anything()); },
        "attributes by name: a text, a number, true, false, null, a list or a map",
        [&](const codec::Field& field) {
          for (const auto& [name, value] : field.members("attributes by name"))
            changes[name] = value.any_value();
        });
    map.field(
        "remove", [] { return shape::list(shape::text()); }, "names of those to take away",
        [&](const codec::Field& field) {
          for (const codec::Field& name : field.items("a list of names"))
            changes.emplace(name.text(), std::nullopt);
        });
  }
};

Node attributes_answer_shape(bool) { return shape::record({{"attributes", shape::map(shape::anything())}}); }

std::string run_set_attributes(const VerbCall& call) {
  const auto form = read_fields<AttributesForm>(call);
  if (!form.changes.empty()) call.operations.annotate(call.study, {.attributes = form.changes});
  const storage::Annotations kept = call.operations.annotations(call.study);
  return codec::json_line({{"attributes", codec::to_json(kept.attributes)}});
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
      verb("definition", {"GET", "/v1/studies/{study}/definition", "getDefinition"}, Role::Read,
           Effect::Looks, "The definition alone", fields_of<NoFields>, definition_shape,
           line<run_definition>),
      verb("versions", {"GET", "/v1/studies/{study}/versions", "listVersions"}, Role::Read, Effect::Looks,
           "The definitions that it had", fields_of<NoFields>, versions_shape, line<run_versions>),
      verb("drop", {"DELETE", "/v1/studies/{study}", "deleteStudy", 204}, Role::Admin, Effect::Changes,
           "Deletes a study with its trials", fields_of<NoFields>, answers::ok, line<run_drop>),
      verb("notes", {"GET", "/v1/studies/{study}/notes", "getNotes"}, Role::Read, Effect::Looks,
           "Text and tags of people, attributes of programs", fields_of<NoFields>, notes_shape,
           line<run_notes>),
      verb("set_notes", {"PUT", "/v1/studies/{study}/notes", "putNotes"}, Role::Work, Effect::Notes,
           "Replaces text and tags", fields_of<NotesForm>, notes_shape, line<run_set_notes>),
      verb("set_attributes", {"PUT", "/v1/studies/{study}/attributes", "putAttributes"}, Role::Work,
           Effect::Notes, "Sets and takes away attributes of the study", fields_of<AttributesForm>,
           attributes_answer_shape, line<run_set_attributes>),
      verb("stop", {"POST", "/v1/studies/{study}:stop", "stopStudy"}, Role::Admin, Effect::Changes,
           "Hands out nothing more", fields_of<NoFields>, answers::of<StoppedAnswer>,
           line<run_set_stopped<true>>),
      verb("resume", {"POST", "/v1/studies/{study}:resume", "resumeStudy"}, Role::Admin, Effect::Changes,
           "Goes on", fields_of<NoFields>, answers::of<StoppedAnswer>, line<run_set_stopped<false>>),
  };
}

}  // namespace hone::service
