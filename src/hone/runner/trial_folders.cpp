// SPDX-License-Identifier: MIT
#include "hone/runner/trial_folders.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

namespace fs = std::filesystem;

/// The number in "12", "12.3", "12.left-1", "12.3.left-1" and "12.checkpoints".
std::optional<std::int64_t> number_of_folder(const std::string& name) {
  const std::size_t dot = name.find('.');
  const std::string digits = name.substr(0, dot);
  const bool plain = !digits.empty() &&
                     std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) return std::nullopt;
  if (name.substr(digits.size()) == ".checkpoints") return parse_integer(digits);
  for (std::string rest = dot == std::string::npos ? "" : name.substr(dot + 1); !rest.empty();) {
    const std::size_t next = rest.find('.');
    std::string part = rest.substr(0, next);
    if (part.starts_with("left-")) part.erase(0, 5);
    if (!parse_integer(part)) return std::nullopt;
    rest = next == std::string::npos ? "" : rest.substr(next + 1);
  }
  return parse_integer(digits);
}

/// "svm-0123abcd": the study's name and a part of the hash that tells it from others, as study_folder() has
/// it.
bool is_study_folder_name(const std::string& name) {
  constexpr std::size_t kHash = 8;
  if (name.size() < kHash + 2 || name[name.size() - kHash - 1] != '-') return false;
  return name.find_first_not_of("0123456789abcdef", name.size() - kHash) == std::string::npos;
}

struct stat status_of(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) status.st_mode = 0;  // gone meanwhile
  return status;
}

Timestamp written_at(const struct stat& status) {
  return static_cast<Timestamp>(status.st_mtim.tv_sec) * 1000 + status.st_mtim.tv_nsec / 1'000'000;
}

bool is_log(const fs::path& path) {
  return path.filename() == "stdout.txt" || path.filename() == "stderr.txt";
}

/// A file with several names is freed when the last of them goes.
std::int64_t bytes_of(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_nlink == 1 ? static_cast<std::int64_t>(status.st_blocks) * 512
                                                         : 0;
}

TrialFolder measured(const fs::path& path, std::int64_t number) {
  TrialFolder folder{path.string(), number, 0, 0, written_at(status_of(path))};
  std::error_code problem;
  const auto options = fs::directory_options::skip_permission_denied;  // and no links to folders
  for (fs::recursive_directory_iterator it(path, options, problem), end; !problem && it != end;
       it.increment(problem)) {
    const struct stat status = status_of(it->path());
    folder.bytes += bytes_of(status);
    if (it.depth() == 0 && is_log(it->path())) folder.log_bytes += bytes_of(status);
    folder.changed = std::max(folder.changed, written_at(status));
  }
  return folder;
}

[[noreturn]] void refuse_removal(const fs::path& path, const std::error_code& problem) {
  throw Error(ErrorCode::System, text("cannot remove '", path.string(), "': ", problem.message()),
              "check who owns it, and its permissions");
}

bool is_own_folder(const fs::path& path) {
  const struct stat status = status_of(path);
  return S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

}  // namespace

std::vector<TrialFolder> trial_folders(const std::string& workdir, const std::string& study_folder) {
  const fs::path parent = fs::absolute(workdir) / study_folder;
  std::vector<TrialFolder> folders;
  if (!is_own_folder(parent)) return folders;
  std::error_code problem;
  for (fs::directory_iterator it(parent, problem), end; !problem && it != end; it.increment(problem)) {
    const auto number = number_of_folder(it->path().filename().string());
    if (number && is_own_folder(it->path())) folders.push_back(measured(it->path(), *number));
  }
  std::sort(folders.begin(), folders.end(), [](const TrialFolder& a, const TrialFolder& b) {
    return a.number != b.number ? a.number < b.number : a.path < b.path;
  });
  return folders;
}

std::vector<std::string> study_folders(const std::string& workdir) {
  std::vector<std::string> names;
  std::error_code problem;
  for (fs::directory_iterator it(fs::absolute(workdir), problem), end; !problem && it != end;
       it.increment(problem)) {
    const std::string name = it->path().filename().string();
    if (is_study_folder_name(name) && is_own_folder(it->path())) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::int64_t clear(const TrialFolder& folder, Clearing what) {
  const fs::path path(folder.path);
  if (!is_own_folder(path)) return 0;  // gone, or replaced by a link meanwhile
  std::error_code problem;
  if (what == Clearing::All) {
    fs::remove_all(path, problem);  // removes links, not what they point to
    if (problem) refuse_removal(path, problem);
    return folder.bytes;
  }
  for (const char* name : {"stdout.txt", "stderr.txt"}) {
    fs::remove(path / name, problem);
    if (problem) refuse_removal(path / name, problem);
  }
  return folder.log_bytes;
}

bool remove_if_empty(const std::string& workdir, const std::string& study_folder) {
  const fs::path parent = fs::absolute(workdir) / study_folder;
  return is_own_folder(parent) && ::rmdir(parent.c_str()) == 0;
}

}  // namespace hone::runner
