// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "hone/storage/study_store.hpp"

namespace hone::storage {

/// The tags that the notes leave on.
std::set<std::string> tags_of(const std::vector<StudyNote>& notes);

}  // namespace hone::storage
