// SPDX-License-Identifier: MIT
#include "hone/runner/foreign_file.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

// Empty for a regular file.
std::string kind_problem(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return "";
    case S_IFIFO:
      return "is a named pipe";
    case S_IFLNK:
      return "is a symbolic link";
    case S_IFDIR:
      return "is a folder";
    case S_IFSOCK:
      return "is a socket";
    default:
      return "is a device";
  }
}

ForeignFile unreadable(int number) {
  if (number == ENOENT) return {};
  if (number == ELOOP) return {.problem = kind_problem(S_IFLNK)};
  return {.problem = text("cannot be read: ", ::strerrordesc_np(number))};
}

}  // namespace

ForeignFile open_foreign(const std::string& path, const Descriptor* folder) {
  const int from = folder != nullptr ? folder->get() : AT_FDCWD;
  const std::string name = folder != nullptr ? std::filesystem::path(path).filename().string() : path;
  // Opening a device may already do something, so what it is comes first; then it may have been replaced.
  struct stat status {};
  if (::fstatat(from, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return unreadable(errno);
  if (!S_ISREG(status.st_mode)) return {.problem = kind_problem(status.st_mode)};
  Descriptor file(::openat(from, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return unreadable(errno);
  if (!S_ISREG(status.st_mode)) return {.problem = kind_problem(status.st_mode)};
  return {.file = std::move(file),
          .size = status.st_size,
          .identity = {status.st_dev, status.st_ino},
          .problem = {},
          .shared = status.st_nlink > 1};
}

std::string read_part(const Descriptor& file, std::int64_t offset, std::size_t most) {
  std::string part(most, '\0');
  std::size_t length = 0;
  while (length < most) {
    const ssize_t size =
        ::pread(file.get(), part.data() + length, most - length, offset + static_cast<std::int64_t>(length));
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    length += static_cast<std::size_t>(size);
  }
  part.resize(length);
  return part;
}

}  // namespace hone::runner
