// SPDX-License-Identifier: MIT
#include "hone/storage/study_store.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {

void require_note_room(const NoteRoom& room, std::int64_t notes, std::int64_t bytes, const std::string& of) {
  if (notes > room.notes)
    throw Error(ErrorCode::InvalidArgument, text(of, " has ", room.notes, " notes already"),
                "there is no room for more: keep them in a file");
  if (bytes > room.bytes)
    throw Error(ErrorCode::InvalidArgument,
                text(of, " would have ", bytes, " bytes of notes, and there is room for ", room.bytes),
                "write less, or keep it in a file");
}

std::set<std::string> Annotations::tags() const {
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

std::vector<StudyMark> StudyStore::marks() {
  std::vector<StudyMark> marks;
  for (const StudySummary& summary : studies()) marks.push_back({summary.id, summary.name, ""});
  std::sort(marks.begin(), marks.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return marks;
}

std::vector<StudySummary> StudyStore::summaries(std::span<const StudyId> ids) {
  std::vector<StudySummary> wanted;
  const std::vector<StudySummary> all = studies();
  for (const StudyId id : ids) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == id; });
    if (found != all.end()) wanted.push_back(*found);
  }
  return wanted;
}

}  // namespace hone::storage
