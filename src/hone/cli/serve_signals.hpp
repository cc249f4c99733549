// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>

#include <array>

#include "hone/runner/bell.hpp"

namespace hone::cli {

/// What signals ask of a server that goes on: SIGUSR1 to drain it, SIGUSR2 to end that, and SIGHUP to read
/// its certificate anew. One at a time in a process; puts the former handlers back. A signal that the process
/// was told to ignore stays ignored.
class ServeSignals {
 public:
  /// `renews`: whether SIGHUP is taken; otherwise it means what it meant before.
  explicit ServeSignals(bool renews);
  ~ServeSignals();
  ServeSignals(const ServeSignals&) = delete;
  ServeSignals& operator=(const ServeSignals&) = delete;

  /// Readable from a signal to take().
  int fd() const noexcept { return bell_.fd(); }
  struct Wishes {
    bool drain = false;
    bool undrain = false;
    bool renew = false;
  };
  /// What came since the last time.
  Wishes take();

 private:
  static void handle(int signal);

  runner::Bell bell_;
  std::array<struct sigaction, 3> former_{};
};

}  // namespace hone::cli
