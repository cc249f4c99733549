// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace hone::quality {

/// A program that answers one line to each line it is sent. Its standard error goes to a file of its own,
/// whose tail is shown when it fails. Ended when the object goes.
class LineProcess {
 public:
  /// Throws Error(System) when it cannot be started. The child computes on one thread: the usual variables
  /// for that (OMP_NUM_THREADS and others) are set.
  explicit LineProcess(const std::vector<std::string>& command);
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  /// Sends a line and waits for the answer, for up to `patience` seconds. Throws Error(System) with the tail
  /// of its standard error when the program has ended or does not answer.
  std::string exchange(std::string_view line, double patience = 3600.0);

 private:
  [[noreturn]] void fail(const std::string& problem);
  bool receive(double patience);

  std::string name_;
  pid_t child_ = -1;
  int socket_ = -1;
  int errors_ = -1;  // an unnamed file
  std::string pending_;
};

}  // namespace hone::quality
