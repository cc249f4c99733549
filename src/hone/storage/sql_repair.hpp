// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/storage/database.hpp"

namespace hone::storage {

/// Makes good what can be derived from the rest, in one transaction: indices that are missing, next numbers
/// that are taken, and counts that are not those of the trials. Returns what was done, in words; nothing when
/// there was nothing to do. Studies with trials that cannot be read are passed over: they cannot be counted.
std::vector<std::string> repair_database(Database& database);

}  // namespace hone::storage
