// SPDX-License-Identifier: MIT
#pragma once

#include "hone/storage/database.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// Looks for damage: first what the database finds in itself, then whether every study and trial can be read,
/// numbers have no gaps, complete trials have their values, the kept counts are those of the trials, and
/// artefacts have the bytes of their hash. Stops after some dozens.
CheckReport check_database(Database& database);

}  // namespace hone::storage
