// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/storage/study_notes.hpp"

namespace hone::cli {

/// One note on each line, with its time; the first line tells the tags, if there are any.
std::string study_notes_text(const std::vector<storage::StudyNote>& notes);

/// {"tags": [...], "notes": [{"time": ..., "text": ...}]}.
codec::Json study_notes_json(const std::vector<storage::StudyNote>& notes);

}  // namespace hone::cli
