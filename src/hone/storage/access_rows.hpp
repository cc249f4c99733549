// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hone/storage/access_store.hpp"
#include "hone/storage/database.hpp"

// How the audit trail and the counters of usage lie in tables. A store that is new, migrated or repaired has
// them; in others they are made when something is first written to them, and who finds none finds nothing in
// them. So programs that do not know them may go on using the store, and they are no version of the schema.
// Everything here runs inside the caller's transaction.
namespace hone::storage::rows {

/// Makes a table unless it is there; false then. Who would make it at the same time waits, and finds it.
bool make_table(Database& database, const std::string& name, const char* definition);

/// Those that are not there yet; true when there was one.
bool make_access_tables(Database& database);

/// Under the next number.
void insert_audit(Database& database, const AuditEntry& entry, Timestamp now);
std::vector<AuditEntry> read_audit(Database& database, std::int64_t after, std::int64_t most);
std::int64_t add_usage(Database& database, const std::string& counter, std::int64_t more);

}  // namespace hone::storage::rows
