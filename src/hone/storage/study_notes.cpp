// SPDX-License-Identifier: MIT
#include "hone/storage/study_notes.hpp"

#include <algorithm>
#include <random>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/storage/rules.hpp"

namespace hone::storage {
namespace {

constexpr std::string_view kTagStart = kTagPrefix;

std::string prefix_of(Storage& storage, StudyId id) {
  for (const StudySummary& one : storage.studies()) {
    if (one.id == id) return notes_prefix(one);
  }
  throw_no_study(id);
}

std::string note_to_text(const StudyNote& note) {
  Attributes fields{{"time", Value(std::int64_t{note.time})}};
  if (!note.text.empty()) fields["text"] = note.text;
  for (const auto& [tag, on] : note.tags) fields[std::string(kTagStart) + tag] = on;
  return codec::attributes_to_text(fields);
}

StudyNote note_from_text(std::string_view stored) {
  StudyNote note;
  for (const auto& [name, value] : codec::attributes_from_text(stored)) {
    const auto* on = std::get_if<bool>(&value);
    if (const auto* time = std::get_if<std::int64_t>(&value); name == "time" && time != nullptr)
      note.time = *time;
    if (name == "text") note.text = to_text(value);
    if (name.starts_with(kTagStart) && on != nullptr) note.tags[name.substr(kTagStart.size())] = *on;
  }
  return note;
}

}  // namespace

std::string notes_prefix(const StudySummary& study) { return text(study.id, "-", study.created, "/"); }

void add_note(Storage& storage, StudyId id, const std::string& text, const TagChanges& tags) {
  if (text.empty() && tags.empty())
    throw Error(ErrorCode::InvalidArgument, "there is nothing to note", "give a text, or a tag");
  for (const auto& [tag, on] : tags) check_tag(tag);
  // Later than what is there: of two notes of one millisecond the second counts.
  const std::vector<StudyNote> before = notes_of(storage, id);
  const Timestamp earliest = before.empty() ? 0 : before.back().time + 1;
  const StudyNote note{std::max(system_time(), earliest), text, tags};
  std::random_device random;  // two notes of one moment need two names; nothing else depends on it
  storage.put_artefact({.kind = kStudyNoteKind,
                        .name = hone::text(prefix_of(storage, id), note.time, "-", random()),
                        .maker = "hone",
                        .settings = "",
                        .bytes = note_to_text(note)});
}

std::vector<StudyNote> notes_of(Storage& storage, StudyId id) {
  const std::string prefix = prefix_of(storage, id);
  std::vector<StudyNote> notes;
  for (const ArtefactInfo& info : storage.artefacts(kStudyNoteKind)) {
    if (!info.name.starts_with(prefix)) continue;
    const auto artefact = storage.artefact({info.kind, info.name, info.hash});
    if (artefact) notes.push_back(note_from_text(artefact->bytes));
  }
  std::stable_sort(notes.begin(), notes.end(),
                   [](const StudyNote& a, const StudyNote& b) { return a.time < b.time; });
  return notes;
}

std::set<std::string> tags_of(const std::vector<StudyNote>& notes) {
  std::set<std::string> tags;
  for (const StudyNote& note : notes) {
    for (const auto& [tag, on] : note.tags) {
      if (on) {
        tags.insert(tag);
      } else {
        tags.erase(tag);
      }
    }
  }
  return tags;
}

void forget_notes(Storage& storage, StudyId id) {
  const std::string prefix = prefix_of(storage, id);
  for (const ArtefactInfo& info : storage.artefacts(kStudyNoteKind)) {
    if (info.name.starts_with(prefix)) storage.delete_artefacts({info.kind, info.name});
  }
}

}  // namespace hone::storage
