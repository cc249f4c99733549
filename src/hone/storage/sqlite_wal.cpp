// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_wal.hpp"

#include <sqlite3.h>

#include <array>

namespace hone::storage {
namespace {

/// The log is copied into the database when so many pages are new in it: 16 MB, some hundred trials told one
/// by one.
constexpr int kCopyPages = 4000;
/// A little more, for the transaction that crosses the limit.
constexpr sqlite3_int64 kLogBytes = (kCopyPages + 100) * (4096LL + 24);
/// A command that stores one result need not pay for growing the log.
constexpr int kGrowAfter = 16;

}  // namespace

SqliteWal::SqliteWal(sqlite3* handle) : handle_(handle) {
  sqlite3_wal_hook(handle_, &SqliteWal::on_commit, this);
}

SqliteWal::~SqliteWal() { sqlite3_wal_hook(handle_, nullptr, nullptr); }

void SqliteWal::prepare_commit() {
  if (++durable_commits_ == kGrowAfter) grow();
}

void SqliteWal::after_commit() {
  if (pages_ < copied_pages_) copied_pages_ = 0;  // the log began anew
  if (pages_ - copied_pages_ < kCopyPages) return;
  int in_log = 0;
  int in_database = 0;
  // A failure loses nothing: the pages stay in the log, and the next write that cannot be done will say so.
  const int result =
      sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_PASSIVE, &in_log, &in_database);
  // What could not be copied because somebody reads an old state is tried again when as many pages are new.
  if (result == SQLITE_OK || result == SQLITE_BUSY) copied_pages_ = pages_;
}

int SqliteWal::on_commit(void* self, sqlite3*, const char*, int pages) {
  static_cast<SqliteWal*>(self)->pages_ = pages;
  return SQLITE_OK;
}

// Inside a write transaction nobody else touches the log beyond its last page, and SQLite ignores what
// follows that page. So zeros may be appended. A failure does not matter: the log then grows page by page, or
// the write itself reports it.
void SqliteWal::grow() {
  sqlite3_file* log = nullptr;
  if (sqlite3_file_control(handle_, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK) return;
  sqlite3_int64 size = 0;
  if (log == nullptr || log->pMethods == nullptr || log->pMethods->xFileSize(log, &size) != SQLITE_OK) return;
  if (size >= kLogBytes) return;
  static constexpr std::array<char, 65536> kZeros{};
  while (size < kLogBytes) {
    if (log->pMethods->xWrite(log, kZeros.data(), static_cast<int>(kZeros.size()), size) != SQLITE_OK) return;
    size += static_cast<sqlite3_int64>(kZeros.size());
  }
  log->pMethods->xSync(log, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
}

}  // namespace hone::storage
