// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "hone/base/text.hpp"
#include "support/processes.hpp"

namespace hone::e2e {

/// Processes with HONE_E2E=TAG in their environment that still run, whoever started them. A tag is inherited
/// by everything that a tagged process starts.
inline int tagged_processes(const std::string& tag) {
  const std::string variable = "HONE_E2E=" + tag + '\0';
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const auto pid = parse_integer(entry.path().filename().string());
    if (pid && test::read_file(entry.path() / "environ").find(variable) != std::string::npos &&
        test::is_alive(static_cast<pid_t>(*pid)))
      ++count;
  }
  return count;
}

inline void expect_no_tagged_processes(const std::string& tag) {
  EXPECT_TRUE(test::eventually([&] { return tagged_processes(tag) == 0; }, 20.0))
      << tagged_processes(tag) << " processes of " << tag << " outlive what started them";
}

}  // namespace hone::e2e
