// SPDX-License-Identifier: MIT
#pragma once

#include "hone/storage/sqlite_handle.hpp"

struct sqlite3;

namespace hone::storage {

/// Looks after the write-ahead log of a connection, so that durable commits stay quick and the log small:
/// - The log is written over and over in place. An fsync after overwriting blocks that the file already has
///   costs less than half of one after growing the file, so a connection that commits often grows the log
///   once, ahead of need, where the disk has plenty of room.
/// - The log is copied into the database after every few thousand pages, not after every commit once it is
///   long: the copy costs an fsync of both files. On a small disk it is copied sooner.
/// - The log can begin anew only when all of it is copied and nobody reads it. Among busy writers that moment
///   does not come by itself, so a log of twice that length is copied while the others are kept from writing.
/// - A log that grew because somebody kept reading an old state is cut back when it begins anew.
class SqliteWal {
 public:
  /// Registers with the connection, which must outlive this object, as must the patience that its busy
  /// handler uses.
  SqliteWal(sqlite3* handle, SqlitePatience& patience);
  ~SqliteWal();
  SqliteWal(const SqliteWal&) = delete;
  SqliteWal& operator=(const SqliteWal&) = delete;

  /// To be called inside a durable write transaction.
  void prepare_commit();
  /// To be called after a write transaction.
  void after_commit();

 private:
  static int on_commit(void* self, sqlite3* handle, const char* schema, int pages);
  void fit_to_disk();
  int copy(int mode);
  void grow();

  sqlite3* handle_;
  SqlitePatience& patience_;
  int durable_commits_ = 0;
  int copy_pages_ = 0;   ///< so many new pages are copied together
  int pages_ = 0;        ///< in the log, as of the last commit
  int tried_pages_ = 0;  ///< in the log when it was last copied, as far as readers allowed
};

}  // namespace hone::storage
