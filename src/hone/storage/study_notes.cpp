// SPDX-License-Identifier: MIT
#include "hone/storage/study_notes.hpp"

namespace hone::storage {

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

}  // namespace hone::storage
