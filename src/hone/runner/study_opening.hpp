// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/core/study.hpp"
#include "hone/storage/storage.hpp"

// From a definition or a name to a study in a store.
namespace hone::runner {

/// A study in its store, with the definition that is stored there, so that it need not be read again.
struct StoredStudy {
  storage::StudyId id = 0;
  Study study;
  bool created = false;  ///< just now
};

/// The study of that name; nothing when there is none.
std::optional<StoredStudy> find_study(storage::Storage& storage, const std::string& name);

/// The study of that id. Throws Error(NotFound).
StoredStudy stored_study(storage::Storage& storage, storage::StudyId id);

/// Makes the study, or brings the stored one of that name up to date: budget, sampler and command may change.
/// Throws Error(AlreadyExists), saying what differs, when the space or the objectives are not the same. Any
/// number of processes may do so at the same time: one makes the study, with its starting points.
StoredStudy open_or_create(storage::Storage& storage, const Study& study);

/// What differs between the spaces and objectives of two studies, as "parameter 'C' changed, 'x' is new";
/// empty when they are equal.
std::string difference(const Study& stored, const Study& given);

}  // namespace hone::runner
