// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_wal.hpp"

#include <sqlite3.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <array>

#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

/// The log is copied into the database when so many pages are new in it: 16 MB, some hundred trials told one
/// by one. On a small disk it takes at most a part of what is free, but not so little that every commit
/// copies.
constexpr int kCopyPages = 4000;
constexpr int kFewestPages = 64;
constexpr long long kPartOfFree = 16;
/// A page in the log, with its header.
constexpr sqlite3_int64 kFrameBytes = 4096 + 24;
/// The log's lasting size: a little more, for the transaction that crosses the limit.
constexpr sqlite3_int64 log_bytes(int pages) { return (pages + 100) * kFrameBytes; }
/// Milliseconds to wait for others to end what keeps the log from beginning anew. Nobody can write meanwhile.
constexpr int kRestartPatience = 100;
/// A command that stores one result need not pay for growing the log.
constexpr int kGrowAfter = 16;

}  // namespace

SqliteWal::SqliteWal(sqlite3* handle, SqlitePatience& patience, int copy_after)
    : handle_(handle), patience_(patience), copy_after_(copy_after) {
  sqlite3_wal_hook(handle_, &SqliteWal::on_commit, this);
  fit_to_disk();
}

SqliteWal::~SqliteWal() { sqlite3_wal_hook(handle_, nullptr, nullptr); }

void SqliteWal::prepare_commit() {
  uncopied_ = true;
  if (++durable_commits_ == kGrowAfter && copy_pages_ == kCopyPages) grow();
}

void SqliteWal::after_commit() {
  if (pages_ < tried_pages_) tried_pages_ = 0;  // the log began anew
  if (pages_ - tried_pages_ < copy_pages_) {
    if (is_due()) copy(SQLITE_CHECKPOINT_PASSIVE);
    return;
  }
  const int result = copy(pages_ < 2 * copy_pages_ ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_RESTART);
  // What could not be copied because somebody reads an old state is tried again when as many pages are new.
  if (result == SQLITE_OK || result == SQLITE_BUSY) tried_pages_ = pages_;
  fit_to_disk();
}

// By the time, not by the number of results: a minute's training each, sixty of them would lie in the log for
// an hour. A copy costs an fsync of both files, which nobody feels once in a second.
bool SqliteWal::is_due() { return uncopied_ && std::chrono::steady_clock::now() - copied_ >= copy_after_; }

// A failure loses nothing: the pages stay in the log, and the next write that cannot be done will say so.
int SqliteWal::copy(int mode) {
  const int usual = patience_.exchange_timeout(kRestartPatience);
  int pages = 0;
  int copied = -1;
  const int result = sqlite3_wal_checkpoint_v2(handle_, nullptr, mode, &pages, &copied);
  patience_.exchange_timeout(usual);
  copied_ = std::chrono::steady_clock::now();
  if (result == SQLITE_OK && pages == copied) uncopied_ = false;
  return result;
}

void SqliteWal::fit_to_disk() {
  struct statvfs disk {};
  int pages = kCopyPages;
  if (::statvfs(sqlite3_db_filename(handle_, "main"), &disk) == 0) {
    const auto free = static_cast<long long>(disk.f_bavail) * static_cast<long long>(disk.f_frsize);
    const long long allowed = free / kPartOfFree / kFrameBytes;
    pages = static_cast<int>(std::clamp<long long>(allowed, kFewestPages, kCopyPages));
  }
  if (pages == copy_pages_) return;
  copy_pages_ = pages;
  const std::string limit = text("PRAGMA journal_size_limit = ", log_bytes(pages));
  sqlite3_exec(handle_, limit.c_str(), nullptr, nullptr, nullptr);
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
  if (size >= log_bytes(copy_pages_)) return;
  static constexpr std::array<char, 65536> kZeros{};
  while (size < log_bytes(copy_pages_)) {
    if (log->pMethods->xWrite(log, kZeros.data(), static_cast<int>(kZeros.size()), size) != SQLITE_OK) return;
    size += static_cast<sqlite3_int64>(kZeros.size());
  }
  log->pMethods->xSync(log, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
}

}  // namespace hone::storage
