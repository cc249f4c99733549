// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// Looks for damage: what the database finds in itself, missing tables and indices, next numbers that are
/// taken, studies (study_check.hpp), and artefacts whose bytes are not those of their hash. Stops after some
/// dozens.
CheckReport check_database(Database& database);

/// A next number of the whole store that was given already, or is missing.
struct WrongCounter {
  std::string name;
  std::optional<std::int64_t> kept = {};
  std::int64_t smallest = 0;  ///< that is free
};
std::vector<WrongCounter> wrong_counters(Database& database);

}  // namespace hone::storage
