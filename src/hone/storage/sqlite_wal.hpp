// SPDX-License-Identifier: MIT
#pragma once

struct sqlite3;

namespace hone::storage {

/// Looks after the write-ahead log of a connection, so that durable commits stay quick:
/// - The log is written over and over in place. An fsync after overwriting blocks that the file already has
/// costs less than
///   half of one after growing the file, so a connection that commits often grows the log once, ahead of
///   need.
/// - The log is copied into the database after every few thousand pages, not after every commit once it is
/// long: the
///   copy costs an fsync of both files.
class SqliteWal {
 public:
  /// Registers with the connection, which must outlive this object.
  explicit SqliteWal(sqlite3* handle);
  ~SqliteWal();
  SqliteWal(const SqliteWal&) = delete;
  SqliteWal& operator=(const SqliteWal&) = delete;

  /// To be called inside a durable write transaction.
  void prepare_commit();
  /// To be called after a write transaction.
  void after_commit();

 private:
  static int on_commit(void* self, sqlite3* handle, const char* schema, int pages);
  void grow();

  sqlite3* handle_;
  int durable_commits_ = 0;
  int pages_ = 0;         ///< in the log, as of the last commit
  int copied_pages_ = 0;  ///< of these, in the database after the last copy
};

}  // namespace hone::storage
