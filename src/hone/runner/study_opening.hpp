// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/study_difference.hpp"
#include "hone/storage/storage.hpp"

// From a definition or a name to a study in a store.
namespace hone::runner {

/// A study in its store, with the definition that is stored there, so that it need not be read again.
struct StoredStudy {
  storage::StudyId id = 0;
  Study study;
  bool created = false;      ///< just now
  std::int64_t version = 1;  ///< of the definition
  std::int64_t space = 1;    ///< the version in which its space began
};

/// The study of that name; nothing when there is none.
std::optional<StoredStudy> find_study(storage::StudyStore& storage, const std::string& name);

/// The study of that id. Throws Error(NotFound).
StoredStudy stored_study(storage::StudyStore& storage, storage::StudyId id);

/// What becomes of a stored study whose space is not that of the definition.
enum class OnNewSpace {
  Refuse,  ///< an error that says what differs
  Adopt,   ///< it gets the new space; its trials stay, and those that fit still count
};

/// Makes the study, or brings the stored one of that name up to date: budget, sampler and command may change,
/// the space by the rule. Throws Error(AlreadyExists), saying what differs, when the objectives are not the
/// same or the rule refuses; as planned_change() does when it adopts. Any number of processes may do so at
/// the same time: one makes the study, with its starting points.
StoredStudy open_or_create(storage::Storage& storage, const Study& study,
                           OnNewSpace rule = OnNewSpace::Refuse);

/// What a new definition means for a stored study.
struct PlannedChange {
  Study study;  ///< the definition as it would be stored: with the removals that it leaves unsaid
  std::int64_t version = 1;  ///< of the present definition
  std::vector<FieldChange> changes = {};
  bool new_space = false;
  std::int64_t trials = 0;  ///< of the study, here and below without those that were deleted
  /// Trials that would not fit the new space, by number, each with the reason in Trial::outside.
  std::vector<Trial> outside = {};
  /// Of those, the ones that wait in the queue: they end as failed.
  std::int64_t left_out = 0;
  std::int64_t infeasible = 0;  ///< those that fit but break its limits on outcomes
  std::int64_t back = 0;        ///< trials that do not fit the present space and would fit the new one
};

/// Looks at what `given` would change in a stored study, without changing it. What the stored study says of
/// removed parameters holds on where `given` says nothing. Throws Error: AlreadyExists when the objectives
/// differ, InvalidSpace when trials have no value of a new parameter that has no `default`, or had a
/// parameter of which `removed` says nothing.
PlannedChange planned_change(storage::Storage& storage, storage::StudyId id, const Study& given);

/// Carries it out; returns the new version. Throws Error(Conflict) when somebody else has changed the
/// definition since it was planned.
std::int64_t carry_out(storage::StudyStore& storage, storage::StudyId id, const PlannedChange& change);

}  // namespace hone::runner
