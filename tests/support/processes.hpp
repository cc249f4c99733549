// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>

namespace hone::test {

/// What could be read of it: a file of /proc ends early, or cannot be read at all, when its process ends.
inline std::string read_file(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

inline void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

/// Waits until something holds, for at most so many seconds; whether it does.
inline bool eventually(const std::function<bool()>& holds, double seconds = 10.0) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// Whether a process runs; one that has ended and waits for its parent to notice does not.
inline bool is_alive(pid_t pid) {
  const std::string stat = read_file("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && name_end + 2 < stat.size() && stat[name_end + 2] != 'Z' &&
         stat[name_end + 2] != 'X';
}

/// The number in a file that another process writes, waited for until it is there.
inline pid_t wait_for_pid(const std::string& path) {
  eventually([&] { return read_file(path).find('\n') != std::string::npos; });
  const std::string text = read_file(path);
  return text.empty() ? 0 : static_cast<pid_t>(std::stol(text));
}

}  // namespace hone::test
