// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "support/temp_dir.hpp"

namespace hone::test {

/// A PostgreSQL server in a folder (tests/support/postgres-server).
class PostgresServer {
 public:
  /// One that many tests share, each in a schema of its own: that of the ctest fixture, or one that ends with
  /// this process. It does not sync.
  static PostgresServer& shared();

  /// One of a test's own, which ends with it. Options of the server: "fsync=off".
  explicit PostgresServer(std::vector<std::string> options);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  void start();
  void stop();
  /// SIGKILL to all of its processes.
  void kill();

  /// postgresql://USER@/postgres?host=...&schema=SCHEMA
  std::string address(const std::string& schema, const std::string& user = "postgres") const;
  const std::string& folder() const { return folder_; }

 private:
  struct Shared {};
  explicit PostgresServer(Shared);

  std::string folder_;
  std::string file_;  ///< that names the folder, of a shared one that is ours to end
  std::vector<std::string> options_;
  bool ours_ = true;
};

/// A name that no other test uses at the same time.
std::string new_schema_name();

}  // namespace hone::test
