// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/storage/database.hpp"

namespace hone::storage {

/// The version of the tables that this program reads and writes.
int latest_schema();

/// The version of the tables in a database; 0 when it has none yet.
int schema_version(Database& database);

/// An index of the latest version, and how it is made.
struct IndexDefinition {
  const char* name;
  const char* sql;
};

/// What a database of the latest version has.
std::span<const char* const> latest_tables();
std::span<const IndexDefinition> latest_indices();

/// Brings the tables to the latest version, step by step in one transaction; a new database begins at version
/// 0. Throws StorageFailed when the tables are of a later version than this program knows, or when they are
/// older and `migrate` is false. Several processes may call this at once.
void migrate_schema(Database& database, bool migrate);

}  // namespace hone::storage
