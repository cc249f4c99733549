// SPDX-License-Identifier: MIT
#include "hone/service/study_notes.hpp"

#include <algorithm>
#include <chrono>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::service {
namespace {

constexpr auto kBelieved = std::chrono::seconds(1);

}  // namespace

StudyNotes notes_of(const storage::Annotations& kept) {
  const auto tags = kept.tags();
  return {.text = kept.text, .tags = {tags.begin(), tags.end()}, .stopped = kept.stopped};
}

StudyNotes NoteBook::of(const std::string& study) {
  const std::lock_guard guard(mutex_);
  const auto now = std::chrono::steady_clock::now();
  const auto found = entries_.find(study);
  if (found != entries_.end() && now - found->second.read < kBelieved) return found->second.notes;
  storage::StudyStore& store = store_();
  const auto id = store.find_study(study);
  if (!id) {
    entries_.erase(study);  // nothing is kept of names that anybody makes up
    return {};
  }
  StudyNotes notes = notes_of(store.annotations(*id));
  entries_[study] = {notes, now};
  return notes;
}

std::size_t NoteBook::kept() {
  const std::lock_guard guard(mutex_);
  return entries_.size();
}

// Tags are those of `hone note`, so that both ways of looking show the same.
void NoteBook::put(const std::string& study, const StudyNotes& notes) {
  const std::lock_guard guard(mutex_);
  storage::StudyStore& store = store_();
  const auto id = store.find_study(study);
  if (!id) throw Error(ErrorCode::NotFound, text("there is no study '", study, "'"), "check its name");
  storage::Annotation changes{.text = notes.text, .stopped = notes.stopped};
  const auto present = store.annotations(*id).tags();
  for (const std::string& tag : present) {
    if (std::find(notes.tags.begin(), notes.tags.end(), tag) == notes.tags.end()) changes.tags[tag] = false;
  }
  for (const std::string& tag : notes.tags) {
    if (!present.contains(tag)) changes.tags[tag] = true;
  }
  store.annotate(*id, changes);
  entries_[study] = {notes, std::chrono::steady_clock::now()};
}

void NoteBook::drop(const std::string& study) {
  const std::lock_guard guard(mutex_);
  entries_.erase(study);
}

}  // namespace hone::service
