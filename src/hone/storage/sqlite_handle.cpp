// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_handle.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "hone/storage/side_files.hpp"
#include "hone/storage/sqlite_error.hpp"
#include "hone/storage/sqlite_fork.hpp"

namespace hone::storage {
namespace {

long long microseconds_now() {
  using std::chrono::duration_cast;
  using std::chrono::microseconds;
  return duration_cast<microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The errno behind an I/O error. A failed commit does not tell it through the connection, but each file
/// remembers its own.
int system_error(sqlite3* handle) {
  int error = sqlite3_system_errno(handle);
  if (error != 0) return error;
  sqlite3_file* log = nullptr;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log != nullptr && log->pMethods != nullptr)
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
  if (error == 0) sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  return error;
}

bool is_about_permission(int result) {
  const int kind = result & 0xff;
  return kind == SQLITE_READONLY || kind == SQLITE_CANTOPEN || kind == SQLITE_PERM;
}

}  // namespace

void SqliteCloser::operator()(sqlite3* handle) const noexcept { sqlite3_close(handle); }

SqliteHandle open_sqlite_handle(const std::string& path, int flags) {
  survive_forks();
  sqlite3* raw = nullptr;
  const int result =
      sqlite3_open_v2(path.c_str(), &raw, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  SqliteHandle handle(raw);  // SQLite hands out a connection even when it fails
  if (raw == nullptr) throw sqlite_error(SQLITE_NOMEM, 0, path, "out of memory");
  sqlite3_extended_result_codes(raw, 1);
  if (result != SQLITE_OK) throw_sqlite_error(raw, path);
  return handle;
}

void throw_sqlite_error(sqlite3* handle, const std::string& file) {
  const int result = sqlite3_extended_errcode(handle);
  const std::string detail = sqlite3_errmsg(handle);
  if (is_about_permission(result)) {
    const char* path = sqlite3_db_filename(handle, "main");
    const std::string others = path == nullptr ? "" : unwritable_side_files(path);
    if (!others.empty()) throw side_files_error(others);
  }
  throw sqlite_error(result,
                     (result & 0xff) == SQLITE_IOERR ? system_error(handle) : sqlite3_system_errno(handle),
                     file, detail);
}

void execute_sqlite(sqlite3* handle, const std::string& file, const char* sql) {
  if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK) throw_sqlite_error(handle, file);
}

int SqlitePatience::exchange_timeout(int timeout) { return std::exchange(timeout_, timeout); }

void SqlitePatience::start() {
  started_ = looked_ = microseconds_now();
  spent_ = 0;
  asked_ = false;
}

long long SqlitePatience::waited() const { return microseconds_now() - started_; }

// A write takes well under a millisecond. Newcomers stand back for two, those who waited long look every
// half.
bool SqlitePatience::wait() { return wait(std::max(500LL, 2000LL - waited() / 50)); }

bool SqlitePatience::wait(long long pause) {
  constexpr long long kMoment = 100'000;
  const long long now = microseconds_now();
  spent_ += std::min(now - looked_, kMoment);
  looked_ = now;
  if (spent_ >= timeout_ * 1000LL || is_hopeless(now - started_)) return false;
  std::this_thread::sleep_for(std::chrono::microseconds(pause));
  return true;
}

bool SqlitePatience::is_hopeless(long long waited) {
  constexpr long long kLong = 1'500'000;
  if (waited < kLong || !on_long_wait_ || std::exchange(asked_, true)) return false;
  return !on_long_wait_();
}

}  // namespace hone::storage
