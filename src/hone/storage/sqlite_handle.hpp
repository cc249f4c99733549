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

/// How a connection waits for others: old waiters look more often than new ones. Time in which this process
/// could not look itself, since the machine was too busy to run it or it was stopped, counts as a moment
/// only: the others may have had no turn either.
class SqlitePatience {
 public:
  /// Gives up after so many milliseconds. A wait that takes long asks `on_long_wait`, once, whether there is
  /// any use in it.
  explicit SqlitePatience(int timeout, std::function<bool()> on_long_wait = {})
      : timeout_(timeout), on_long_wait_(std::move(on_long_wait)) {}
  /// Sets another limit; returns the one before.
  int exchange_timeout(int timeout);
  /// Begins a new wait.
  void start();
  /// Sleeps for a moment; false, at once, when the time is up.
  bool wait();
  /// The same with so many microseconds for a moment.
  bool wait(long long pause);

 private:
  long long waited() const;
  bool is_hopeless(long long waited);

  int timeout_;
  std::function<bool()> on_long_wait_;
  long long started_ = 0;
  long long looked_ = 0;  // when we did so last
  long long spent_ = 0;   // microseconds that count
  bool asked_ = false;
};

}  // namespace hone::storage
