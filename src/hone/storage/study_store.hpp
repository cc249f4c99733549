// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/core/tags.hpp"

namespace hone::storage {

using StudyId = std::int64_t;

/// Counts every change of a study, so that a reader can ask for what is new.
using Revision = std::int64_t;

/// A study as the store lists it.
struct StudySummary {
  StudyId id = 0;
  std::string name;
  Timestamp created = 0;
  std::vector<Objective> objectives;
  std::string sampler;
  std::int64_t trials = 0;   ///< without those that were deleted
  std::int64_t deleted = 0;  ///< they keep their numbers
  std::int64_t complete = 0;
  std::int64_t failed = 0;  ///< failed, timed out and infeasible
  std::int64_t running = 0;
  std::int64_t waiting = 0;
  std::optional<double> best;  ///< of a single-objective study
};

/// A study in a list, before more of it is read.
struct StudyMark {
  StudyId id = 0;
  std::string name;
  /// Another text after every change of the study, its trials and what people write on it; heartbeats are
  /// none. Empty in a store that does not tell.
  std::string mark;
  friend bool operator==(const StudyMark&, const StudyMark&) = default;
};

/// A study's definition as it was when it became so. A new version begins when trials become another thing:
/// with the space (and what is said of removed parameters), or with the way in which they are run (command,
/// environment, directory, rule for the result). Budget, sampler and the like change within a version.
struct StudyVersion {
  std::int64_t version = 1;  ///< 1, 2, ... without gaps
  std::int64_t space = 1;    ///< the version in which its space began
  Timestamp created = 0;
  Study study;
};

/// What somebody wrote on a study, and the tags that it changed.
struct StudyNote {
  Timestamp time = 0;
  std::string text = {};  ///< empty when only tags were changed
  TagChanges tags = {};
  friend bool operator==(const StudyNote&, const StudyNote&) = default;
};

/// How much may be noted on one thing: all of it is read whenever that is looked at.
struct NoteRoom {
  std::int64_t notes;
  std::int64_t bytes;
};
inline constexpr NoteRoom kRoomOfStudy{10'000, std::int64_t{4} << 20};
inline constexpr NoteRoom kRoomOfTrial{1'000, std::int64_t{1} << 20};

/// Throws InvalidArgument when there would be more notes, or more bytes of them, than there is room for.
/// `of`: what they are on, for the message.
void require_note_room(const NoteRoom& room, std::int64_t notes, std::int64_t bytes, const std::string& of);

/// What people say about a study, beside its definition.
struct Annotations {
  std::vector<StudyNote> notes = {};  ///< oldest first
  std::string text = {};              ///< which everybody may replace
  bool stopped = false;               ///< nothing may be handed out
  Attributes attributes = {};         ///< by name, whatever programs want to keep with the study
  /// Entries that are not what was stored, and were left out: whoever asks for a trial, or for a list, is not
  /// to fail for a note. A check of the store names them.
  std::int64_t damaged = 0;

  /// The tags that the notes leave on.
  std::set<std::string> tags() const;
  friend bool operator==(const Annotations&, const Annotations&) = default;
};

/// Attributes of a study that become something, or go.
using AttributeChanges = std::map<std::string, std::optional<Value>>;

/// What to write on a study; what is not given stays as it is.
struct Annotation {
  std::string note = {};  ///< added to the notes, with the tags
  TagChanges tags = {};
  std::optional<std::string> text = {};
  std::optional<bool> stopped = {};
  AttributeChanges attributes = {};
};

/// Studies: their definitions, and what people write on them. Transactions, threads and errors are as Storage
/// has them.
class StudyStore {
 public:
  virtual ~StudyStore() = default;

  /// Makes a study with its starting points (its default_point(), Study::enqueue) waiting in its queue: of
  /// several callers at the same time one succeeds, and nobody ever sees the study without them. Throws
  /// AlreadyExists when the name is taken.
  virtual StudyId create_study(const Study& study) = 0;
  virtual std::optional<StudyId> find_study(const std::string& name) = 0;
  /// The definition as it is now, and its version.
  virtual StudyVersion current(StudyId id) = 0;
  /// All versions, by number.
  virtual std::vector<StudyVersion> versions(StudyId id) = 0;
  /// Replaces the definition (a new budget, another sampler or command); returns its version. The objectives
  /// must be equal to the old ones, and without `seen` the space, too: throws AlreadyExists otherwise.
  ///
  /// `seen`: the space is another one, and this is the version that the caller has looked at: throws Conflict
  /// when somebody else changed the definition since. Trials stay as they are, and read from then on as the
  /// new space has them (SpaceFit): all of them count as changed. Those that wait and do not fit any more end
  /// as failed, now or when they are next to be claimed; running ones may end as ever.
  virtual std::int64_t redefine_study(StudyId id, const Study& study,
                                      std::optional<std::int64_t> seen = {}) = 0;
  /// All trials as they would read if redefine_study() were called with this definition and `seen`.
  virtual std::vector<Trial> trials_under(StudyId id, const Study& study) = 0;
  /// The version in which the present space began; a quick look.
  virtual std::int64_t space_version(StudyId id) = 0;
  /// With its trials, and what people wrote on it.
  virtual void delete_study(StudyId id) = 0;
  virtual std::vector<StudySummary> studies() = 0;

  /// Another text after every change of the store, whoever made it, and seldom otherwise; the quickest look
  /// there is. Nothing from a store that does not tell.
  virtual std::optional<std::string> mark() { return std::nullopt; }
  /// All studies by id, at the cost of one question.
  virtual std::vector<StudyMark> marks();
  /// What a list says of these, without those that are gone.
  virtual std::vector<StudySummary> summaries(std::span<const StudyId> ids);

  /// What people wrote on it; trials are not read.
  virtual Annotations annotations(StudyId id) = 0;
  /// On disk when it returns. Those of several callers at the same time are all kept; of text, mark and each
  /// attribute the last. Throws InvalidArgument when there is nothing to write, a tag is none, or an
  /// attribute is too large or one too many.
  virtual void annotate(StudyId id, const Annotation& added) = 0;
};

}  // namespace hone::storage
