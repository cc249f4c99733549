// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_storage.hpp"

#include <sqlite3.h>

#include <utility>

#include "hone/storage/folder_blobs.hpp"
#include "hone/storage/migrations.hpp"
#include "hone/storage/sql_storage.hpp"
#include "hone/storage/sqlite_database.hpp"

namespace hone::storage {

OpenBlobs blobs_beside(const std::string& file) {
  return [folder = file + ".artefacts"](const std::string&) { return std::make_unique<FolderBlobs>(folder); };
}

std::unique_ptr<Database> open_sqlite_database(const std::string& path, const SqliteOptions& options) {
  auto database = std::make_unique<SqliteDatabase>(path, options);
  migrate_schema(*database, options.migrate);
  return database;
}

std::unique_ptr<Storage> open_sqlite(const std::string& path, const SqliteOptions& options, Clock clock) {
  std::unique_ptr<Database> database = open_sqlite_database(path, options);
  OpenBlobs blobs = options.blobs ? options.blobs : blobs_beside(database->location());
  return std::make_unique<SqlStorage>(std::move(database), std::move(clock), std::move(blobs));
}

std::int64_t sqlite_memory() noexcept { return sqlite3_memory_used(); }

}  // namespace hone::storage
