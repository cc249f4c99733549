// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "hone/core/tags.hpp"
#include "hone/storage/storage.hpp"

// What people write on a study for themselves. Each note is an artefact of its own, so that two who write at
// the same time both keep theirs, in every store.
namespace hone::storage {

struct StudyNote {
  Timestamp time = 0;
  std::string text = {};  ///< empty when only tags were changed
  TagChanges tags = {};
  friend bool operator==(const StudyNote&, const StudyNote&) = default;
};

/// The kind of those artefacts.
inline constexpr const char* kStudyNoteKind = "study-note";

/// What the names of a study's notes begin with. The time tells a study from a later one with its id.
std::string notes_prefix(const StudySummary& study);

/// On disk when it returns. Throws InvalidArgument when there is nothing to note, NotFound without the study.
void add_note(Storage& storage, StudyId id, const std::string& text, const TagChanges& tags);
/// Oldest first.
std::vector<StudyNote> notes_of(Storage& storage, StudyId id);
/// The tags that the notes leave on.
std::set<std::string> tags_of(const std::vector<StudyNote>& notes);
/// Deletes them all; for whoever deletes the study.
void forget_notes(Storage& storage, StudyId id);

}  // namespace hone::storage
