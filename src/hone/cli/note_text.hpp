// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/json.hpp"
#include "hone/service/operations.hpp"

namespace hone::cli {

/// One note on each line, with its time; the first line tells the tags, if there are any.
std::string study_notes_text(const storage::Annotations& kept);

/// What the verb "notes" answers, with those notes that have a text.
codec::Json study_notes_json(const storage::Annotations& kept);

}  // namespace hone::cli
