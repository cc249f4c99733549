// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_backup.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/sqlite_error.hpp"
#include "hone/storage/sqlite_handle.hpp"

namespace hone::storage {
namespace {

constexpr int kBusyTimeout = 30000;

/// A file that is removed unless it was kept.
class Draft {
 public:
  explicit Draft(std::string path) : path_(std::move(path)) {}
  ~Draft() {
    for (const char* suffix : {"", "-journal", "-wal", "-shm"}) ::unlink((path_ + suffix).c_str());
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

[[noreturn]] void throw_exists(const std::string& path) {
  throw Error(ErrorCode::AlreadyExists, text("there is a file '", path, "' already"),
              "a backup overwrites nothing: choose another name");
}

void copy(const std::string& source, const std::string& target) {
  const SqliteHandle from = open_sqlite_handle(source, SQLITE_OPEN_READWRITE);
  sqlite3_busy_timeout(from.get(), kBusyTimeout);
  const int made = ::open(target.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);  // as a new store is
  if (made >= 0) ::close(made);
  const SqliteHandle to = open_sqlite_handle(target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  sqlite3_backup* copying = sqlite3_backup_init(to.get(), "main", from.get(), "main");
  if (copying == nullptr) throw_sqlite_error(to.get(), target);
  // All pages in one step: a log lets others write meanwhile, and the copy need not begin again when they do.
  const int result = sqlite3_backup_step(copying, -1);
  sqlite3_backup_finish(copying);
  if (result != SQLITE_DONE)
    throw sqlite_error(result, sqlite3_system_errno(to.get()), target, sqlite3_errstr(result));
}

/// Gives the finished draft its name, unless something has it.
void publish(const std::string& draft, const std::string& target) {
  if (::link(draft.c_str(), target.c_str()) == 0) return;
  if (errno == EEXIST) throw_exists(target);
  if (::rename(draft.c_str(), target.c_str()) == 0) return;  // a file system without hard links
  throw Error(ErrorCode::StorageFailed,
              text("the backup cannot be named '", target, "': ", std::generic_category().message(errno)),
              "check the folder");
}

void sync_folder(const std::filesystem::path& folder) {
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

void backup_sqlite(const std::string& source, const std::string& target) {
  write_whole_file(target, [&](const std::string& draft) { copy(source, draft); });
}

void write_whole_file(const std::string& target, const std::function<void(const std::string& draft)>& write) {
  std::error_code ignored;
  if (std::filesystem::exists(target, ignored)) throw_exists(target);
  const Draft draft(text(target, ".", ::getpid(), ".partial"));
  write(draft.path());
  publish(draft.path(), target);
  sync_folder(std::filesystem::path(target).parent_path());
}

}  // namespace hone::storage
