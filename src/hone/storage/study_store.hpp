// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
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

/// What people say about a study, beside its definition.
struct Annotations {
  std::vector<StudyNote> notes = {};  ///< oldest first
  std::string text = {};              ///< which everybody may replace
  bool stopped = false;               ///< nothing may be handed out
  /// Entries that are not what was stored, and were left out: whoever asks for a trial, or for a list, is not
  /// to fail for a note. A check of the store names them.
  std::int64_t damaged = 0;
  friend bool operator==(const Annotations&, const Annotations&) = default;
};

/// What to write on a study; what is not given stays as it is.
struct Annotation {
  std::string note = {};  ///< added to the notes, with the tags
  TagChanges tags = {};
  std::optional<std::string> text = {};
  std::optional<bool> stopped = {};
};

/// Studies: their definitions, and what people write on them. Transactions, threads and errors are as Storage
/// has them.
class StudyStore {
 public:
  virtual ~StudyStore() = default;

  /// Makes a study with its starting points (Study::enqueue) waiting in its queue: of several callers at the
  /// same time one succeeds, and nobody ever sees the study without them. Throws AlreadyExists when the name
  /// is taken.
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

  /// What people wrote on it; trials are not read.
  virtual Annotations annotations(StudyId id) = 0;
  /// On disk when it returns. Those of several callers at the same time are all kept; of text and mark the
  /// last. Throws InvalidArgument when there is nothing to write, or a tag is none.
  virtual void annotate(StudyId id, const Annotation& added) = 0;
};

}  // namespace hone::storage
