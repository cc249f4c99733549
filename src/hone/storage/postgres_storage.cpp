// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_storage.hpp"

#include <utility>

#include "hone/storage/migrations.hpp"
#include "hone/storage/postgres_database.hpp"
#include "hone/storage/sql_storage.hpp"
#include "hone/storage/try_again.hpp"

namespace hone::storage {
namespace {

std::unique_ptr<PostgresDatabase> open_latest(const std::string& address, const PostgresOptions& options) {
  auto database = std::make_unique<PostgresDatabase>(address, options);
  run_again([&] {
    migrate_schema(*database, options.migrate);
    return true;
  });
  return database;
}

}  // namespace

std::unique_ptr<Database> open_postgres_database(const std::string& address, const PostgresOptions& options) {
  return open_latest(address, options);
}

std::unique_ptr<Storage> open_postgres(const std::string& address, const PostgresOptions& options,
                                       Clock clock) {
  std::unique_ptr<PostgresDatabase> database = open_latest(address, options);
  if (!clock) clock = [time = database->server_clock()] { return time->now(); };
  return std::make_unique<SqlStorage>(std::move(database), std::move(clock), options.blobs);
}

}  // namespace hone::storage
