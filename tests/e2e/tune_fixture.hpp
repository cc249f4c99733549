// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "any_store.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone::test {

/// Runs the program `hone tune` in a folder of its own.
class TuneFixture : public ::testing::Test {
 protected:
  pid_t start_tune(const std::string& study, const std::string& store) {
    std::vector<std::string> words = {
        "sh",  "-c",        "cd \"$1\" && exec \"$2\" tune \"$3\" --store \"$4\" -q",
        "sh",  dir_.path(), HONE_E2E_HONE,
        study, store};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = 0;
    EXPECT_EQ(::posix_spawn(&pid, "/bin/sh", nullptr, nullptr, arguments.data(), environ), 0);
    return pid;
  }

  /// Waits for a tuner that must succeed; returns what it used.
  rusage expect_success(pid_t tuner) {
    int status = 0;
    rusage used{};
    EXPECT_EQ(::wait4(tuner, &status, 0, &used), tuner);
    EXPECT_EQ(status, 0);
    return used;
  }

  std::vector<Trial> trials(const std::string& store, const std::string& study) {
    const bool file = store.find("://") == std::string::npos;
    const auto storage = e2e::open_any(file ? dir_.file(store) : store);
    return storage->changes(storage->find_study(study).value(), 0).trials;
  }

  TempDir dir_;
};

}  // namespace hone::test
