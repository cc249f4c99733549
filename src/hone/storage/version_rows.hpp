// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/definitions.hpp"
#include "hone/storage/storage.hpp"

// How the versions of a study's definition lie in the table `versions`. Everything here runs inside the
// caller's transaction.
namespace hone::storage::rows {

/// All of a study, by number, each as it was when it began. Throws StorageCorrupt when one is not what was
/// sealed.
std::vector<StudyVersion> read_versions(Database& database, StudyId id);
/// Adds a version, sealed.
void insert_version(Database& database, StudyId id, const StudyVersion& version);
/// Makes it the present one.
void set_present(Database& database, StudyId id, std::int64_t version);
/// Seals all versions of all studies as they are.
void seal_versions(Database& database);
/// How trials of the study are read: its versions, the present one with the study as it is now.
Definitions read_definitions(Database& database, StudyId id, std::int64_t current);

}  // namespace hone::storage::rows
