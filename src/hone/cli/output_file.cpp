// SPDX-License-Identifier: MIT
#include "hone/cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/codec/files.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

// 0 or the error.
int write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// `flags` beside those for writing.
int write_to(const std::string& path, int flags, mode_t mode, std::string_view content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode);
  if (file < 0) return errno;
  const int problem = write_all(file, content);
  const int closing = ::close(file) == 0 ? 0 : errno;
  return problem != 0 ? problem : closing;
}

int replace(const std::string& path, const std::string& beside, const struct stat* old,
            std::string_view content) {
  ::unlink(beside.c_str());  // of a process of the same number that was killed
  int problem = write_to(beside, O_EXCL, old == nullptr ? 0666 : 0600, content);
  if (problem == 0 && old != nullptr && ::chmod(beside.c_str(), old->st_mode & 07777) != 0) problem = errno;
  if (problem == 0 && ::rename(beside.c_str(), path.c_str()) != 0) problem = errno;
  if (problem != 0) ::unlink(beside.c_str());
  return problem;
}

// A link to a file stays a link.
std::string behind_links(const std::string& path) {
  std::error_code problem;
  const fs::path target = fs::canonical(path, problem);
  return problem ? path : target.string();
}

int write_safely(const std::string& path, std::string_view content) {
  constexpr std::size_t kLongestName = 255;
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && ::access(path.c_str(), W_OK) != 0) return errno;  // renaming would not ask
  const fs::path name(path);
  const std::string folder = name.has_parent_path() ? name.parent_path().string() : ".";
  const std::string beside = text(path, ".", ::getpid(), ".tmp");
  const bool room_beside =
      ::access(folder.c_str(), W_OK) == 0 && fs::path(beside).filename().native().size() <= kLongestName;
  if ((exists && !S_ISREG(old.st_mode)) || !room_beside) return write_to(path, O_TRUNC, 0666, content);
  return replace(path, beside, exists ? &old : nullptr, content);
}

}  // namespace

void write_file(const std::string& path, std::string_view content) {
  // What /dev/stdout leads to was opened by somebody else, and what it holds is theirs.
  const bool opened = path.starts_with("/dev/") || path.starts_with("/proc/");
  const int problem =
      opened ? write_to(path, O_APPEND, 0666, content) : write_safely(behind_links(path), content);
  if (problem == 0) return;
  throw Error(ErrorCode::System, text("cannot write ", path, ": ", std::strerror(problem)),
              "check the folder, its permissions and the room on the disk");
}

void require_svg_name(const std::string& path) {
  const std::string ending = codec::extension_of(path);
  if (ending.empty() || ending == ".svg") return;
  if (ending == ".png" || ending == ".pdf" || ending == ".jpg" || ending == ".jpeg") {
    const std::string stem = path.substr(0, path.size() - ending.size());
    const std::string made = stem + ".svg";
    const std::string format = ending == ".png" ? "" : ending == ".pdf" ? "-f pdf " : "";
    throw UsageError(
        "hone draws SVG, not " + ending + ", for " + path,
        ending == ".png" || ending == ".pdf"
            ? "write -o " + made + " and convert it: rsvg-convert " + format + made + " -o " + path +
                  " (package librsvg2-bin), or inkscape " + made + " -o " + path
            : "write -o " + made + " and convert it: magick " + made + " " + path + " (ImageMagick)");
  }
  throw UsageError("the picture would be SVG, not " + ending + ", in " + path,
                   "name the file .svg; browsers and word processors read it");
}

}  // namespace hone::cli
