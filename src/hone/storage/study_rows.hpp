// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/storage/database.hpp"
#include "hone/storage/storage.hpp"

// How studies lie in the tables `studies`, `objectives` and `progress`. Everything here runs inside the
// caller's transaction.
namespace hone::storage::rows {

/// Others who name a study, take an id or put an artefact wait until this transaction ends.
void lock_store(Database& database);
/// Next numbers of the whole store: next_study and next_artefact.
std::int64_t read_counter(Database& database, const std::string& name);
void write_counter(Database& database, const std::string& name, std::int64_t value);
/// Ids are not given twice, not even after a deletion: another process may still hold the old one.
StudyId take_study_id(Database& database);

std::optional<StudyId> find_study(Database& database, const std::string& name);
/// Throws NotFound, and StorageCorrupt when the definition is not what was sealed.
Study read_study(Database& database, StudyId id);
/// Ids and names, by id.
std::vector<std::pair<StudyId, std::string>> read_names(Database& database);
/// As the table has them, which the definition says too.
std::vector<Objective> read_objectives(Database& database, StudyId id);
/// Of the columns name and direction, from this one on.
Objective objective_of(Query& row, int column);
StudyId insert_study(Database& database, const Study& study, Timestamp now);
/// Copies the definition and the objectives to another database, sealed for the id that it has there. Throws
/// as read_study() does.
void copy_study(Database& from, StudyId id, Database& to, StudyId target);
/// Replaces the definition; its objectives must be the old ones.
void write_study(Database& database, StudyId id, const Study& study);
/// Seals a study as it is; the functions above do so themselves.
void seal_study(Database& database, StudyId id);
/// Deletes the study with its trials, and what people wrote on it. Throws NotFound.
void delete_study(Database& database, StudyId id);

}  // namespace hone::storage::rows
