// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/service/operations.hpp"
#include "hone/storage/store_copy.hpp"

// Studies that nobody works on any more: which they are, and how they leave a store for a file.
namespace hone::service {

struct StudyAge {
  std::string name;
  std::int64_t trials = 0;
  Timestamp changed = 0;     ///< the last time that anything of it did: a trial, a note, its definition
  bool running = false;      ///< it has trials that run
  std::string learner = {};  ///< another study of the store that learns from it
};

/// Of these studies of the store, or of all; by name. Those that were made after `oldest` are not looked
/// into: they changed later.
std::vector<StudyAge> study_ages(Operations& operations, const std::vector<std::string>& names,
                                 Timestamp oldest);

/// What became of studies that were to leave.
struct Departure {
  storage::CopyCounts copied = {};
  std::vector<std::string> deleted = {};
  std::vector<std::string> kept = {};  ///< they changed while they were copied, and are in both places
};

/// Copies studies into an archive, which is a store in a file, made when there is none; reads the copies back
/// and compares them, trial by trial; and only then deletes the studies. Throws before anything is deleted
/// when the archive is not sound, or a study in it is not what the store has.
Departure archive_studies(Operations& operations, const std::string& address,
                          const std::vector<std::string>& names, const std::string& archive);

}  // namespace hone::service
