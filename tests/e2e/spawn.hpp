// SPDX-License-Identifier: MIT
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "support/processes.hpp"

namespace hone::e2e {

/// Starts a program, found by PATH, with this process's environment and `more` variables ("NAME=VALUE").
inline pid_t spawn(std::vector<std::string> words, std::vector<std::string> more = {}) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // What comes first counts.
  std::vector<char*> variables;
  for (std::string& variable : more) variables.push_back(variable.data());
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  variables.push_back(nullptr);
  pid_t pid = 0;
  if (::posix_spawnp(&pid, arguments[0], nullptr, nullptr, arguments.data(), variables.data()) != 0)
    throw std::runtime_error("cannot start " + words[0]);
  return pid;
}

/// The exit code, 128 and the signal when one ended it, -1 when it does not end in time.
inline int wait_for_end(pid_t pid, double seconds) {
  int status = 0;
  if (!test::eventually([&] { return ::waitpid(pid, &status, WNOHANG) == pid; }, seconds)) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace hone::e2e
