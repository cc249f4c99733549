// SPDX-License-Identifier: MIT
#include "hone/runner/trial_tag.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "hone/base/text.hpp"
#include "hone/runner/descriptor.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::runner {
namespace {

constexpr int kRounds = 50;  // a millisecond each, until what was killed is gone
constexpr std::size_t kMostEnvironment = std::size_t{4} << 20;

using Judge = std::function<bool(std::string_view tag)>;

// Read in one go: what a process has in its environment may change under our eyes.
std::string read_environment(pid_t pid) {
  const Descriptor file(::open(text("/proc/", pid, "/environ").c_str(), O_RDONLY | O_CLOEXEC));
  std::string all;
  std::array<char, 65536> buffer;
  while (file.get() >= 0 && all.size() < kMostEnvironment) {
    const ssize_t size = ::read(file.get(), buffer.data(), buffer.size());
    if (size <= 0) break;
    all.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return all;
}

std::vector<std::string> tags_of(pid_t pid) {
  const std::string start = text(kTagVariable, '=');
  for (const std::string& variable : split(read_environment(pid), '\0')) {
    if (variable.starts_with(start)) return split(variable.substr(start.size()), ',');
  }
  return {};
}

bool carries(pid_t pid, const Judge& judge) {
  const auto tags = tags_of(pid);
  return std::any_of(tags.begin(), tags.end(), judge);
}

// While the handle is held the number cannot pass to another process unnoticed: a signal by the handle of one
// that has ended reaches nobody.
bool kill_if(pid_t pid, const Judge& judge) {
  if (pid <= 1 || pid == ::getpid()) return false;
  const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (handle.get() < 0 || !carries(pid, judge)) return false;
  return ::syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0) == 0;
}

std::set<pid_t> kill_once(const Judge& judge) {
  std::set<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const auto pid = parse_integer(entry.path().filename().string());
    if (pid && kill_if(static_cast<pid_t>(*pid), judge)) found.insert(static_cast<pid_t>(*pid));
  }
  return found;
}

// In rounds, as one of them may have forked while we looked. One that has ended has no environment any more.
int kill_all_of(const Judge& judge) {
  std::set<pid_t> all;
  for (int round = 0; round < kRounds; ++round) {
    const std::set<pid_t> found = kill_once(judge);
    if (found.empty()) break;
    all.insert(found.begin(), found.end());
    ::usleep(1000);
  }
  return static_cast<int>(all.size());
}

std::string tuner_of(std::string_view tag) { return std::string(tag.substr(0, tag.rfind(':'))); }

}  // namespace

std::string new_tag() {
  static std::atomic<std::int64_t> count = 0;
  return text(worker_id(), ":", ++count);
}

std::vector<std::string> tagged(std::vector<std::string> environment, const std::string& tag) {
  const std::string start = text(kTagVariable, '=');
  for (std::string& variable : environment) {
    if (!variable.starts_with(start)) continue;
    variable += (variable.size() > start.size() ? "," : "") + tag;
    return environment;
  }
  environment.push_back(start + tag);
  return environment;
}

// A tuner that was itself left behind by another does not turn on those around it.
bool is_left_behind(std::string_view tag, std::string_view own) {
  const auto kept = split(own, ',');
  const std::string tuner = tuner_of(tag);
  return std::none_of(kept.begin(), kept.end(), [&](const auto& one) { return tuner_of(one) == tuner; }) &&
         liveness(tuner) == storage::Liveness::Dead;
}

int kill_tagged(std::string_view tag) {
  return kill_all_of([&](std::string_view one) { return one == tag; });
}

int kill_left_behind() {
  const char* own = std::getenv(kTagVariable);
  std::map<std::string, bool, std::less<>> known;  // each tag is on many processes
  return kill_all_of([&](std::string_view tag) {
    const auto [entry, fresh] = known.try_emplace(std::string(tag), false);
    if (fresh) entry->second = is_left_behind(tag, own == nullptr ? "" : own);
    return entry->second;
  });
}

}  // namespace hone::runner
