// SPDX-License-Identifier: MIT
#include "hone/runner/worker_id.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <limits>
#include <sstream>
#include <vector>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

constexpr const char* kUnknownStart = "0";

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "localhost";
  std::string host = name.data();
  for (char& c : host) {
    if (c == ':') c = '_';  // separates the fields
  }
  return host;
}

// What could be read of it. A file of /proc cannot be read any more when its process ends after it was
// opened, and an iterator over the stream would throw then.
std::string read_file(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

// FNV-1a: short, and the same in every program that looks at the store. Empty when /proc does not tell, as
// the machine then cannot be told from others of its name.
std::string machine_tag() {
  std::error_code ignored;
  const std::string boot = read_file("/proc/sys/kernel/random/boot_id");
  const std::string space = std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
  if (boot.empty() || space.empty()) return "";
  std::uint32_t hash = 2166136261U;
  for (const char c : boot + space) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  std::ostringstream out;
  out << std::hex << std::setw(8) << std::setfill('0') << hash;
  return out.str();
}

// The 3rd and 22nd fields of /proc/PID/stat; the 2nd, in parentheses, may hold anything, so count from its
// end.
std::optional<ProcessEntry> look_up(const std::string& pid) {
  const std::string stat = read_file("/proc/" + pid + "/stat");
  const std::size_t end = stat.rfind(')');
  if (end == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(end + 1));
  const std::vector<std::string> rest{std::istream_iterator<std::string>(fields), {}};
  if (rest.size() < 20 || rest[0].empty()) return std::nullopt;
  return ProcessEntry{rest[19], rest[0][0]};
}

}  // namespace

std::string worker_id() {
  const std::string pid = std::to_string(::getpid());
  const auto self = look_up(pid);
  return text(host_name(), ":", pid, ":", self ? self->start : kUnknownStart, ":", machine_tag());
}

storage::Liveness liveness_of(int error, const std::optional<ProcessEntry>& entry, const std::string& start) {
  if (error == ESRCH) return storage::Liveness::Dead;
  if (!entry) return storage::Liveness::Alive;  // it is there, and hidden from us
  const bool another = start != kUnknownStart && entry->start != start;
  const bool ended = entry->state == 'Z' || entry->state == 'X';
  return another || ended ? storage::Liveness::Dead : storage::Liveness::Alive;
}

storage::Liveness liveness(const std::string& worker) {
  const auto fields = split(worker, ':');
  if (fields.size() != 4 || fields[3].empty() || fields[0] != host_name() || fields[3] != machine_tag())
    return storage::Liveness::Unknown;
  const auto pid = parse_integer(fields[1]);
  if (!pid || *pid <= 0 || *pid > std::numeric_limits<pid_t>::max()) return storage::Liveness::Unknown;
  const int error = ::kill(static_cast<pid_t>(*pid), 0) == 0 ? 0 : errno;
  return liveness_of(error, look_up(fields[1]), fields[2]);
}

}  // namespace hone::runner
