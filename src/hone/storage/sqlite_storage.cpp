// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_storage.hpp"

#include <utility>

#include "hone/storage/migrations.hpp"
#include "hone/storage/sql_storage.hpp"
#include "hone/storage/sqlite_database.hpp"

namespace hone::storage {

std::unique_ptr<Database> open_sqlite_database(const std::string& path, const SqliteOptions& options) {
  auto database = std::make_unique<SqliteDatabase>(path, options);
  migrate_schema(*database, options.migrate);
  return database;
}

std::unique_ptr<Storage> open_sqlite(const std::string& path, const SqliteOptions& options, Clock clock) {
  return std::make_unique<SqlStorage>(open_sqlite_database(path, options), std::move(clock));
}

}  // namespace hone::storage
