// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>

struct sqlite3;

namespace hone::storage {

struct SqliteCloser {
  void operator()(sqlite3* handle) const noexcept;
};
using SqliteHandle = std::unique_ptr<sqlite3, SqliteCloser>;

/// Opens a file, or a URI that begins with "file:", with SQLite's flags. Throws as sqlite_error() says.
SqliteHandle open_sqlite_handle(const std::string& path, int flags);

/// Throws the error that the connection met last. `file` names it in the message.
[[noreturn]] void throw_sqlite_error(sqlite3* handle, const std::string& file);

/// Runs statements whose rows do not matter.
void execute_sqlite(sqlite3* handle, const std::string& file, const char* sql);

/// How a connection waits for others: old waiters look more often than new ones, so that none of many
/// processes starves.
class SqlitePatience {
 public:
  /// Gives up after so many milliseconds.
  explicit SqlitePatience(int timeout, std::function<void()> on_wait = {})
      : timeout_(timeout), on_wait_(std::move(on_wait)) {}
  /// Sets another limit; returns the one before.
  int exchange_timeout(int timeout);
  /// Begins a new wait.
  void start();
  /// Sleeps for a moment; false, at once, when the time is up. Says once that it waits, when that takes long.
  bool wait();

 private:
  int timeout_;
  std::function<void()> on_wait_;
  long long started_ = 0;
};

}  // namespace hone::storage
