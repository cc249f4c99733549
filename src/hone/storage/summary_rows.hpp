// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage::rows {

/// All studies with their counts, by id. Trials are not read: the counts are compared with what the indices
/// say at the cost of a look each, so that a damaged page neither hides a study nor counts another's trials.
/// Which of the ended trials are complete, and the best value, are as kept. Throws StorageCorrupt.
std::vector<StudySummary> read_summaries(Database& database);

/// One of them; nothing when there is none.
std::optional<StudySummary> read_summary(Database& database, StudyId id);

/// All studies by id. What their marks are made of changes with every change of a study: its definition is
/// sealed, its revision counts those of its trials, and notes are only ever added.
std::vector<StudyMark> read_marks(Database& database);

/// Compares what a list says of a study with its definition. Throws StorageCorrupt when they differ, or the
/// definition is not what was sealed.
void require_as_defined(Database& database, const StudySummary& summary);

}  // namespace hone::storage::rows
