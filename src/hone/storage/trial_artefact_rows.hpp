// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/trial_artefact_store.hpp"

// How the names of artefacts of trials lie in a table, which is no version of the schema, as the audit trail
// is none (access_rows.hpp). Everything here runs inside the caller's transaction.
namespace hone::storage::rows {

/// When it is not there yet; true then.
bool make_trial_artefact_table(Database& database);

/// By name.
std::vector<TrialArtefact> read_artefacts_of_trial(Database& database, StudyId id, std::int64_t number);
/// As TrialArtefactStore::trial_artefacts() has it.
std::vector<TrialArtefact> read_trial_artefacts(Database& database, StudyId id, std::int64_t first,
                                                std::int64_t most);
/// One of the same name makes room.
void write_trial_artefact(Database& database, StudyId id, const TrialArtefact& artefact);
/// False when there was none.
bool delete_trial_artefact(Database& database, StudyId id, std::int64_t number, const std::string& name);
void delete_trial_artefacts(Database& database, StudyId id);
/// The hashes of all that studies of the store have.
std::set<std::string> read_blob_hashes(Database& database);

/// The id of the store where several keep their bytes in one place: 16 hexadecimal digits, drawn when the
/// first artefact is put. Empty when none was.
std::string read_blob_store_id(Database& database);
/// A copy of a store, of which the bytes stay where they are, is known by the same id.
void keep_blob_store_id(Database& from, Database& to);
/// Draws it when there is none.
std::string make_blob_store_id(Database& database);

}  // namespace hone::storage::rows
