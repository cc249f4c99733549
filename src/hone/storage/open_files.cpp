// SPDX-License-Identifier: MIT
#include "hone/storage/open_files.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

[[noreturn]] void throw_gone(const std::string& path, const std::string& fate) {
  throw Error(ErrorCode::StorageGone, text("'", path, "' ", fate, " while the store was in use"),
              "nothing more is stored; put the file back or restore a backup, then start again");
}

// Under each name SQLite keeps a log of its own, and one log's results overwrite the other's.
[[noreturn]] void throw_many_names(const std::string& path) {
  throw Error(ErrorCode::StorageFailed, text("'", path, "' has several names (hard links)"),
              "results stored under one name would be lost under the other: remove all names but one, or "
              "make a real copy with `hone db backup`");
}

// The path that SQLite opened has no link at its end: one that is there now leads others to another log.
struct stat look_at(const std::string& path) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0) return found;
  if (errno == ENOENT || errno == ENOTDIR) throw_gone(path, "was deleted or moved");
  throw_gone(path, text("cannot be reached (", std::generic_category().message(errno), ")"));
}

}  // namespace

OpenFiles::OpenFiles(const std::string& path, const std::vector<std::string>& suffixes) {
  for (const std::string& suffix : suffixes) {
    const struct stat found = look_at(path + suffix);
    if (found.st_nlink > 1) throw_many_names(path + suffix);
    files_.push_back({path + suffix, found.st_dev, found.st_ino});
  }
}

void OpenFiles::require_there() const {
  for (const Identity& file : files_) {
    const struct stat found = look_at(file.path);
    if (found.st_dev != file.device || found.st_ino != file.inode)
      throw_gone(file.path, "was replaced by another file");
  }
}

}  // namespace hone::storage
