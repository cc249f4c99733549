// SPDX-License-Identifier: MIT
#include "hone/runner/private_files.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::runner {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

[[noreturn]] void refuse_path(const char* what, const std::string& path, const std::string& why) {
  throw Error(ErrorCode::System, text("cannot ", what, " '", path, "': ", why),
              "check the permissions, or use a folder that can be written (hone tune: --workdir DIR)");
}

[[noreturn]] void refuse_path(const char* what, const std::string& path, int number) {
  if (number == ENOSPC || number == EDQUOT) throw disk_full(text("cannot ", what, " '", path, "'"));
  refuse_path(what, path, ::strerrordesc_np(number));
}

// The umask may have taken away what the owner needs.
bool make_folder(int parent, const std::string& name) {
  if (::mkdirat(parent, name.c_str(), 0700) != 0) return false;
  struct stat made {};
  const bool usable =
      ::fstatat(parent, name.c_str(), &made, AT_SYMLINK_NOFOLLOW) == 0 && (made.st_mode & 0777) == 0700;
  return usable || ::fchmodat(parent, name.c_str(), 0700, 0) == 0;
}

// Others may make the same folders at this moment: what is above is looked at once only, lest one that was
// missing and then was there be taken for a file.
void make_folders(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path above = std::filesystem::path(path).parent_path();
  const std::filesystem::file_status found = std::filesystem::status(above, problem);
  if (std::filesystem::is_directory(found)) {
    if (make_folder(AT_FDCWD, path) || errno == EEXIST) return;
    refuse_path("make the folder", path, errno);
  }
  if (above.empty() || above == std::filesystem::path(path) || std::filesystem::exists(found)) {
    refuse_path("make the folder", path, ENOTDIR);
  }
  make_folders(above.string());
  make_folders(path);
}

void check_owner(const Descriptor& folder, const std::string& path) {
  struct stat status {};
  if (::fstat(folder.get(), &status) != 0) refuse_path("look at the folder", path, errno);
  if (status.st_uid != ::geteuid()) refuse_path("use the folder", path, "it belongs to another user");
  if ((status.st_mode & 0077) != 0 && ::fchmod(folder.get(), 0700) != 0)
    refuse_path("make private the folder", path, errno);
}

// The first free name; only processes of this user can put something there meanwhile.
void move_aside(const Descriptor& parent, const std::string& name) {
  for (int i = 1;; ++i) {
    const std::string other = text(name, ".left-", i);
    struct stat ignored {};
    if (::fstatat(parent.get(), other.c_str(), &ignored, AT_SYMLINK_NOFOLLOW) == 0) continue;
    if (::renameat(parent.get(), name.c_str(), parent.get(), other.c_str()) == 0 || errno == ENOENT) return;
    refuse_path("move aside", name, errno);
  }
}

}  // namespace

Descriptor open_private_folder(const std::string& path) {
  Descriptor folder(::open(path.c_str(), kFolderFlags));
  if (folder.get() < 0 && errno == ENOENT) {
    make_folders(path);
    folder = Descriptor(::open(path.c_str(), kFolderFlags));
  }
  if (folder.get() < 0) refuse_path("make the folder", path, errno);
  check_owner(folder, path);
  return folder;
}

void require_writable(const Descriptor& folder, const std::string& path) {
  if (::faccessat(folder.get(), ".", W_OK | X_OK, AT_EACCESS) != 0)
    refuse_path("write to the folder", path, errno);
}

bool was_replaced(const Descriptor& folder, const std::string& path) {
  struct stat ours {};
  struct stat there {};
  if (::fstat(folder.get(), &ours) != 0 || ::lstat(path.c_str(), &there) != 0) return false;
  return ours.st_dev != there.st_dev || ours.st_ino != there.st_ino;
}

void check_folder_path(const std::string& path) {
  if (path.empty()) refuse_path("make the folder", path, ENOENT);
  std::error_code problem;
  std::filesystem::path there = std::filesystem::absolute(path);
  while (!std::filesystem::exists(there, problem) && there != there.root_path()) there = there.parent_path();
  if (!std::filesystem::is_directory(there, problem)) {
    refuse_path("make the folder", path, text("'", there.string(), "' is not a folder"));
  }
  const bool is_there = std::filesystem::exists(path, problem);
  if (!is_there && ::faccessat(AT_FDCWD, there.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    refuse_path("make the folder", path, errno);
  }
}

Descriptor make_fresh_folder(const Descriptor& parent, const std::string& name) {
  bool made = make_folder(parent.get(), name);
  if (!made && errno == EEXIST) {
    move_aside(parent, name);
    made = make_folder(parent.get(), name);
  }
  if (!made) refuse_path("make the folder", name, errno);
  Descriptor folder(::openat(parent.get(), name.c_str(), kFolderFlags));
  if (folder.get() < 0) refuse_path("open the folder", name, errno);
  return folder;
}

Descriptor create_private_file(int folder, const std::string& name) {
  Descriptor file(
      ::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND | O_CLOEXEC, 0600));
  if (file.get() < 0) refuse_path("make the file", name, errno);
  struct stat made {};
  const bool usable = ::fstat(file.get(), &made) == 0 && (made.st_mode & 0777) == 0600;
  if (!usable && ::fchmod(file.get(), 0600) != 0) refuse_path("make private the file", name, errno);
  return file;
}

void write_all(const Descriptor& file, std::string_view content, const std::string& name) {
  while (!content.empty()) {
    const ssize_t written = ::write(file.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse_path("write", name, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace hone::runner
