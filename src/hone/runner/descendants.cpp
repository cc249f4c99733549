// SPDX-License-Identifier: MIT
#include "hone/runner/descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hone::runner {
namespace {

// As the kernel lays it out; the library's struct dirent belongs to readdir(), which allocates.
struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t length;
  std::uint8_t type;
  char name[1];
};

pid_t parse_pid(std::string_view text) noexcept {
  pid_t pid = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), pid);
  return result.ec == std::errc() ? pid : 0;
}

// "/proc/<pid>/stat" into a buffer that holds it.
void stat_path(pid_t pid, std::array<char, 40>& path) noexcept {
  constexpr std::string_view kBefore = "/proc/";
  constexpr std::string_view kAfter = "/stat";
  std::memcpy(path.data(), kBefore.data(), kBefore.size());
  char* end = std::to_chars(path.data() + kBefore.size(), path.data() + 30, pid).ptr;
  std::memcpy(end, kAfter.data(), kAfter.size());
  end[kAfter.size()] = '\0';
}

struct Kin {
  pid_t parent = 0;
  pid_t group = 0;
  bool ended = true;
};

// The 3rd to 5th fields of "pid (name) state parent group ..."; the name may hold anything, also
// parentheses. Zeros when the process is gone.
Kin kin_of(pid_t pid) noexcept {
  std::array<char, 40> path;
  stat_path(pid, path);
  const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, 256> buffer;
  const ssize_t size = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  if (size <= 0) return {};
  const std::string_view stat(buffer.data(), static_cast<std::size_t>(size));
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos || name_end + 4 >= stat.size()) return {};
  const bool ended = stat[name_end + 2] == 'Z' || stat[name_end + 2] == 'X';
  const std::string_view parent = stat.substr(name_end + 4);
  const std::size_t gap = parent.find(' ');
  if (gap == std::string_view::npos) return {};
  return {parse_pid(parent), parse_pid(parent.substr(gap + 1)), ended};
}

bool descends_from(pid_t pid, pid_t ancestor) noexcept {
  constexpr int kDeepest = 1000;  // a chain that changes under our eyes must not hold us for ever
  for (int depth = 0; depth < kDeepest && pid > 1; ++depth) {
    pid = kin_of(pid).parent;
    if (pid == ancestor) return true;
  }
  return false;
}

}  // namespace

bool has_ended(pid_t pid) noexcept { return kin_of(pid).ended; }

int signal_descendants(pid_t ancestor, int signal, pid_t except_group) noexcept {
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return 0;
  int living = 0;
  alignas(DirectoryEntry) std::array<char, 8192> buffer;
  while (true) {
    const long size = ::syscall(SYS_getdents64, proc, buffer.data(), buffer.size());
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer.data() + at);
      at += entry->length;
      const pid_t pid = parse_pid(&entry->name[0]);
      if (pid <= 1 || !descends_from(pid, ancestor)) continue;
      const Kin kin = kin_of(pid);
      if (!kin.ended) ++living;
      if (except_group == 0 || kin.group != except_group) ::kill(pid, signal);
    }
  }
  ::close(proc);
  return living;
}

}  // namespace hone::runner
