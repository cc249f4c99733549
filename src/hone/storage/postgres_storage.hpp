// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "hone/storage/blobs.hpp"
#include "hone/storage/database.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

struct PostgresOptions {
  /// Milliseconds to wait for a lock that somebody else holds, or for a server that went away, before giving
  /// up.
  int patience = 30000;
  /// Make hone's tables when there are none.
  bool create = true;
  /// Bring older tables to the present schema; otherwise they are refused with a hint at `hone db migrate`.
  bool migrate = true;
  /// Where bytes that trials leave are kept; otherwise there is no place for them.
  OpenBlobs blobs = {};
};

/// Opens the store in a database of a PostgreSQL server: postgresql://user@host:port/database?schema=name.
/// Without a clock of the caller's the time is the server's, so that all hosts have the same. Throws Error:
/// NotFound when the database, or without `create` the store in it, does not exist; StorageFailed when there
/// is no connection, and when hone was built without PostgreSQL.
std::unique_ptr<Storage> open_postgres(const std::string& address, const PostgresOptions& options = {},
                                       Clock clock = {});
/// Only the database, with the latest tables.
std::unique_ptr<Database> open_postgres_database(const std::string& address,
                                                 const PostgresOptions& options = {});

}  // namespace hone::storage
