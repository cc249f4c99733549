// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "hone/storage/sqlite_handle.hpp"

struct sqlite3;

namespace hone::storage {

/// Looks after the write-ahead log of a connection, so that durable commits stay quick and the log small:
/// - The log is written over and over in place. An fsync after overwriting blocks that the file already has
///   costs less than half of one after growing the file, so a connection that commits often grows the log
///   once, ahead of need, where the disk has plenty of room.
/// - The log is copied into the database after every few thousand pages, not after every commit once it is
///   long: the copy costs an fsync of both files. On a small disk it is copied sooner.
/// - Results are copied after a second, too, by the next write (a heartbeat at the latest): SQLite drops what
///   lies behind a damaged page of the log, so that little should lie there alone.
/// - The log can begin anew only when all of it is copied and nobody reads it. Among busy writers that moment
///   does not come by itself, so a log of twice that length is copied while the others are kept from writing.
/// - A log that grew because somebody kept reading an old state is cut back when it begins anew.
class SqliteWal {
 public:
  /// Registers with the connection, which must outlive this object, as must the patience that its busy
  /// handler uses.
  /// `copy_after`: milliseconds after which durable commits are copied.
  SqliteWal(sqlite3* handle, SqlitePatience& patience, int copy_after);
  ~SqliteWal();
  SqliteWal(const SqliteWal&) = delete;
  SqliteWal& operator=(const SqliteWal&) = delete;

  /// To be called inside a durable write transaction.
  void prepare_commit();
  /// To be called after a write transaction.
  void after_commit();

 private:
  static int on_commit(void* self, sqlite3* handle, const char* schema, int pages);
  bool is_due();
  void fit_to_disk();
  int copy(int mode);
  void grow();

  sqlite3* handle_;
  SqlitePatience& patience_;
  std::chrono::milliseconds copy_after_;
  int durable_commits_ = 0;
  bool uncopied_ = false;  ///< there were durable commits since all was copied
  std::chrono::steady_clock::time_point copied_ = std::chrono::steady_clock::now();  ///< or tried to
  int copy_pages_ = 0;   ///< so many new pages are copied together
  int pages_ = 0;        ///< in the log, as of the last commit
  int tried_pages_ = 0;  ///< in the log when it was last copied, as far as readers allowed
};

}  // namespace hone::storage
