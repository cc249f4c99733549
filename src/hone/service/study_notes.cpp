// SPDX-License-Identifier: MIT
#include "hone/service/study_notes.hpp"

#include <algorithm>
#include <chrono>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/storage/study_notes.hpp"

namespace hone::service {
namespace {

constexpr const char* kKind = "service-study";
constexpr auto kBelieved = std::chrono::seconds(1);

StudyNotes notes_from_text(const std::string& bytes, const std::string& study) {
  const codec::Json json = codec::parse_json(bytes, text("notes of '", study, "'"));
  StudyNotes notes;
  notes.text = json.value("text", "");
  notes.stopped = json.value("stopped", false);
  return notes;
}

}  // namespace

StudyNotes NoteBook::of(const std::string& study) {
  const std::lock_guard guard(mutex_);
  const auto now = std::chrono::steady_clock::now();
  const auto found = entries_.find(study);
  if (found != entries_.end() && now - found->second.read < kBelieved) return found->second.notes;
  StudyNotes notes = read(study);
  entries_[study] = {notes, now};
  return notes;
}

StudyNotes NoteBook::read(const std::string& study) {
  storage::Storage& store = store_();
  const auto artefact = store.artefact({kKind, study});
  StudyNotes notes = artefact ? notes_from_text(artefact->bytes, study) : StudyNotes{};
  if (const auto id = store.find_study(study)) {
    const auto tags = storage::tags_of(storage::notes_of(store, *id));
    notes.tags.assign(tags.begin(), tags.end());
  }
  return notes;
}

/// Tags are those of `hone note`, so that both ways of looking show the same.
void NoteBook::put_tags(const std::string& study, const std::vector<std::string>& wanted) {
  storage::Storage& store = store_();
  const auto id = store.find_study(study);
  if (!id) return;
  TagChanges changes;
  const auto present = storage::tags_of(storage::notes_of(store, *id));
  for (const std::string& tag : present) {
    if (std::find(wanted.begin(), wanted.end(), tag) == wanted.end()) changes[tag] = false;
  }
  for (const std::string& tag : wanted) {
    if (!present.contains(tag)) changes[tag] = true;
  }
  if (!changes.empty()) storage::add_note(store, *id, "", changes);
}

void NoteBook::put(const std::string& study, const StudyNotes& notes) {
  const std::lock_guard guard(mutex_);
  put_tags(study, notes.tags);
  const codec::Json json = {{"text", notes.text}, {"stopped", notes.stopped}};
  const std::string bytes = json.dump(-1, ' ', false, codec::Json::error_handler_t::replace);
  storage::Storage& store = store_();
  const ArtefactInfo kept =
      store.put_artefact({.kind = kKind, .name = study, .maker = "hone", .settings = "", .bytes = bytes});
  for (const ArtefactInfo& old : store.artefacts(kKind)) {  // only the newest counts
    if (old.name == study && old.hash != kept.hash) store.delete_artefacts({kKind, study, old.hash});
  }
  entries_[study] = {notes, std::chrono::steady_clock::now()};
}

void NoteBook::drop(const std::string& study) {
  const std::lock_guard guard(mutex_);
  store_().delete_artefacts({kKind, study});
  entries_.erase(study);
}

}  // namespace hone::service
