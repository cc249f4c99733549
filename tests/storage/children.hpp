// SPDX-License-Identifier: MIT
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace hone::test {

/// Runs work in a new process, which ends with its result, or 99 when it throws. Returns the process id.
inline pid_t fork_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  int result = 99;
  try {
    result = work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "child: %s\n", error.what());
  }
  ::_exit(result);
}

/// Waits for a process; its result, or 128 plus the signal that ended it.
inline int await_child(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline int in_child(const std::function<int()>& work) { return await_child(fork_child(work)); }

/// Runs work(0) ... work(count - 1) in as many processes at once; the number of those that ended with another
/// result than 0.
inline int in_children(int count, const std::function<int(int)>& work) {
  std::vector<pid_t> children;
  for (int i = 0; i < count; ++i) children.push_back(fork_child([&, i] { return work(i); }));
  int failed = 0;
  for (const pid_t child : children) failed += await_child(child) == 0 ? 0 : 1;
  return failed;
}

/// Whole numbers from children to their parent. Writes of one number are never mixed.
class NumberPipe {
 public:
  NumberPipe() {
    if (::pipe(ends_) != 0) throw std::runtime_error("no pipe");
  }
  ~NumberPipe() {
    ::close(ends_[0]);
    close_sending();
  }
  NumberPipe(const NumberPipe&) = delete;
  NumberPipe& operator=(const NumberPipe&) = delete;

  void send(long long number) const {
    if (::write(ends_[1], &number, sizeof number) != sizeof number) throw std::runtime_error("pipe");
  }
  /// Waits for one number.
  std::optional<long long> receive_one() {
    close_sending();
    long long number = 0;
    if (::read(ends_[0], &number, sizeof number) != sizeof number) return std::nullopt;
    return number;
  }
  /// All numbers, when all children have ended.
  std::vector<long long> receive() {
    std::vector<long long> numbers;
    while (const auto number = receive_one()) numbers.push_back(*number);
    return numbers;
  }

 private:
  void close_sending() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

  int ends_[2] = {-1, -1};
};

}  // namespace hone::test
