// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/storage/postgres_database.hpp"
#include "support/postgres_server.hpp"

namespace hone::test {

/// A schema of the shared server for one test, dropped afterwards.
class PostgresSchema {
 public:
  explicit PostgresSchema(PostgresServer& server = PostgresServer::shared())
      : server_(server), name_(new_schema_name()) {}
  ~PostgresSchema() {
    try {
      storage::PostgresDatabase(address(), {.create = false}).execute("DROP SCHEMA " + name_ + " CASCADE");
    } catch (const std::exception&) {
      return;  // nobody made it, or the server is down for good
    }
  }
  PostgresSchema(const PostgresSchema&) = delete;
  PostgresSchema& operator=(const PostgresSchema&) = delete;

  const std::string& name() const { return name_; }
  std::string address(const std::string& user = "postgres") const { return server_.address(name_, user); }

 private:
  PostgresServer& server_;
  std::string name_;
};

}  // namespace hone::test
