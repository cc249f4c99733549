// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/postgres_connection.hpp"
#include "hone/storage/postgres_storage.hpp"
#include "hone/storage/server_clock.hpp"

namespace hone::storage {

class PostgresStatement;

/// A schema of a PostgreSQL database. Statements whose rows nobody looks at travel with the next that
/// somebody waits for. A connection that is lost is made anew with the next transaction; the transaction that
/// was under way ends with TryAgain, after making sure that it was not committed.
class PostgresDatabase final : public Database {
 public:
  /// Connects, and makes the schema when `create` allows it; does not look at the tables (migrations.hpp).
  PostgresDatabase(const std::string& address, const PostgresOptions& options);
  ~PostgresDatabase() override;

  Statement& prepare(std::string_view sql) override;
  void execute(const std::string& script) override;
  std::int64_t changed_rows() override;

  std::string_view row_lock() const override { return " FOR UPDATE"; }
  void lock_schema() override;
  void begin(Access access) override;
  void commit() override;
  void rollback() noexcept override;
  bool in_transaction() override { return in_transaction_ && !broken_; }

  bool has_table(const std::string& name) override { return has('r', name); }
  bool has_index(const std::string& name) override { return has('i', name); }
  std::vector<std::string> check() override;
  void backup(const std::string& path) override;
  /// A server notices by itself when its files go.
  void require_there() const override {}
  std::string mark() override;
  std::string name() const override { return connection_.address().shown; }
  std::string location() const override { return location_; }

  std::int64_t round_trips() const { return connection_.round_trips(); }
  std::shared_ptr<const ServerClock> server_clock() const { return clock_; }

  // For statements.

  /// The connection; made anew when it was lost and no transaction depends on it. Throws TryAgain when one
  /// does.
  PostgresConnection& live_connection();
  /// Runs a step and notes what its failure means for the transaction.
  void guard(const std::function<void()>& step);

 private:
  PostgresStatement& statement(std::string_view sql);
  bool has(char kind, const std::string& name);
  void reconnect();
  void begin_session();
  void look_at_clock();
  void identify(bool create);
  void require_usage();
  void make_schema();
  void enrol();
  void open_transaction(bool writing);
  bool was_committed();
  [[noreturn]] void throw_unknown(const Error& error);

  std::string given_;
  PostgresOptions options_;
  PostgresConnection connection_;
  std::map<std::string, std::unique_ptr<PostgresStatement>, std::less<>> statements_;
  std::shared_ptr<ServerClock> clock_ = std::make_shared<ServerClock>();
  std::int64_t clock_read_ = 0;  ///< since_boot() then
  std::string location_;
  bool in_transaction_ = false;
  bool broken_ = false;  ///< the transaction has failed and can only be undone
  Access access_ = Access::Read;
  // Who we are among those who write, and the number of our last transaction: hone_writers.
  std::int64_t writer_;
  std::int64_t mark_ = 0;
  bool enrolled_ = false;
  // The server's process behind the connection, so that one that was cut off can be ended.
  std::int64_t process_ = 0;
  std::string process_start_;
};

}  // namespace hone::storage
