// SPDX-License-Identifier: MIT
#include "hone/service/study_notes.hpp"

#include <chrono>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"

namespace hone::service {
namespace {

constexpr const char* kKind = "service-study";
constexpr auto kBelieved = std::chrono::seconds(1);

StudyNotes notes_from_text(const std::string& bytes, const std::string& study) {
  const codec::Json json = codec::parse_json(bytes, text("notes of '", study, "'"));
  StudyNotes notes;
  notes.text = json.value("text", "");
  notes.tags = json.value("tags", std::vector<std::string>{});
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
  const auto artefact = store_().artefact({kKind, study});
  return artefact ? notes_from_text(artefact->bytes, study) : StudyNotes{};
}

std::map<std::string, StudyNotes> NoteBook::all() {
  std::map<std::string, StudyNotes> notes;
  for (const ArtefactInfo& info : store_().artefacts(kKind)) {
    if (!notes.contains(info.name)) notes[info.name] = of(info.name);
  }
  return notes;
}

void NoteBook::put(const std::string& study, const StudyNotes& notes) {
  const std::lock_guard guard(mutex_);
  const codec::Json json = {{"text", notes.text}, {"tags", notes.tags}, {"stopped", notes.stopped}};
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
