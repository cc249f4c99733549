// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/study_store.hpp"
#include "hone/storage/trial_store.hpp"

// How what people write on studies, and keys of enqueue, lie in the tables `study_notes`, `study_marks`,
// `study_attributes` and `enqueue_keys`: a row for each, sealed. Everything here runs inside the caller's
// transaction.
namespace hone::storage::rows {

/// Damaged rows are left out and counted.
Annotations read_annotations(Database& database, StudyId id);
/// The caller has locked the study, so that no two notes get one number.
void annotate(Database& database, StudyId id, const Annotation& added, Timestamp now);
void insert_note(Database& database, StudyId id, std::int64_t number, const StudyNote& note);

/// What was added to the queue under a key, as its hash says; nothing when it is new. Throws StorageCorrupt.
std::optional<Enqueued> read_key(Database& database, StudyId id, const std::string& hash);
void insert_key(Database& database, StudyId id, const std::string& hash, const Enqueued& added);

/// Copies all of it to another database, sealed for the id that the study has there. Throws StorageCorrupt.
void copy_annotations(Database& from, StudyId id, Database& to, StudyId target);
void delete_annotations(Database& database, StudyId id);
/// In words, what of it is not what was stored.
std::vector<std::string> damaged_annotations(Database& database, StudyId id);

}  // namespace hone::storage::rows
