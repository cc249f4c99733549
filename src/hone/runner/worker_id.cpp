// SPDX-License-Identifier: MIT
#include "hone/runner/worker_id.hpp"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "localhost";
  std::string host = name.data();
  for (char& c : host) {
    if (c == ':') c = '_';  // separates the fields
  }
  return host;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// FNV-1a: short, and the same in every program that looks at the store.
std::string machine_tag() {
  std::error_code ignored;
  const std::string identity = read_file("/proc/sys/kernel/random/boot_id") +
                               std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
  std::uint32_t hash = 2166136261U;
  for (const char c : identity) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  std::ostringstream out;
  out << std::hex << std::setw(8) << std::setfill('0') << hash;
  return out.str();
}

struct Process {
  std::string start;
  char state = '?';
};

// The 3rd and 22nd fields of /proc/PID/stat; the 2nd, in parentheses, may hold anything, so count from its
// end.
std::optional<Process> look_up(const std::string& pid) {
  const std::string stat = read_file("/proc/" + pid + "/stat");
  const std::size_t end = stat.rfind(')');
  if (end == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(end + 1));
  const std::vector<std::string> rest{std::istream_iterator<std::string>(fields), {}};
  if (rest.size() < 20 || rest[0].empty()) return std::nullopt;
  return Process{rest[19], rest[0][0]};
}

}  // namespace

std::string worker_id() {
  const std::string pid = std::to_string(::getpid());
  const auto self = look_up(pid);
  return text(host_name(), ":", pid, ":", self ? self->start : "0", ":", machine_tag());
}

bool is_dead(const std::string& worker) {
  const auto fields = split(worker, ':');
  if (fields.size() != 4 || fields[0] != host_name() || fields[3] != machine_tag()) return false;
  if (!parse_integer(fields[1])) return false;
  if (!look_up("self")) return false;  // no /proc: nothing can be known
  const auto process = look_up(fields[1]);
  if (!process) return true;
  return process->start != fields[2] || process->state == 'Z' || process->state == 'X';
}

}  // namespace hone::runner
