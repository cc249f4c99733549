// SPDX-License-Identifier: MIT
#include "hone/storage/side_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

constexpr const char* kSideFiles[] = {"-wal", "-shm"};

bool is_unwritable(const std::string& path) {
  return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 && (errno == EACCES || errno == EROFS);
}

}  // namespace

bool nobody_may_write(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return false;
  struct statvfs disk {};
  const bool dead = ::statvfs(file.c_str(), &disk) == 0 && (disk.f_flag & ST_RDONLY) != 0;
  return dead || (found.st_mode & 0222) == 0;
}

bool has_no_log(const std::string& file) {
  struct stat found {};
  if (::stat((file + "-wal").c_str(), &found) == 0) return found.st_size == 0;
  return errno == ENOENT;
}

std::vector<std::string> protected_side_files(const std::string& file) {
  std::vector<std::string> there;
  struct stat found {};
  if (!nobody_may_write(file)) return there;
  for (const char* suffix : kSideFiles) {
    if (::lstat((file + suffix).c_str(), &found) == 0) there.push_back(file + suffix);
  }
  return there;
}

void make_side_files_usable(const std::string& file, const std::vector<std::string>& but) noexcept {
  for (const char* suffix : kSideFiles) {
    const std::string path = file + suffix;
    if (std::find(but.begin(), but.end(), path) != but.end()) continue;
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) continue;
    if (found.st_uid != ::geteuid() || (found.st_mode & S_IWUSR) != 0) continue;
    ::chmod(path.c_str(), (found.st_mode & 0777) | S_IWUSR);
  }
}

std::string unwritable_side_files(const std::string& file) {
  std::vector<std::string> names;
  if (is_unwritable(file)) return "";
  for (const char* suffix : kSideFiles) {
    if (is_unwritable(file + suffix)) names.push_back(text("'", file, suffix, "'"));
  }
  return join(names, " and ");
}

// A file of its own, as nobody else can have locked that one.
bool lacks_locks(const std::string& file) {
  std::string name = file + "-lock-XXXXXX";
  const int probe = ::mkostemp(name.data(), O_CLOEXEC);
  if (probe < 0) return false;
  ::unlink(name.c_str());
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  const bool refused = ::fcntl(probe, F_SETLK, &lock) != 0 && errno == ENOLCK;
  ::close(probe);
  return refused;
}

}  // namespace hone::storage
