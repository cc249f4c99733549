// SPDX-License-Identifier: MIT
#pragma once

#include "hone/storage/database.hpp"

namespace hone::storage {

/// Moves what people wrote on studies, and keys of enqueue, from the artefacts, which held them up to version
/// 6, into their tables. What was left of studies that are gone goes with it; what is damaged stays where it
/// is, so that a check of the store goes on naming it.
void move_annotations(Database& database);

}  // namespace hone::storage
