// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "hone/core/trial.hpp"

namespace hone::storage {

/// The time of a database server, carried on by this machine's clock that nobody sets and that goes on while
/// it sleeps. All who use the server have the same time, give or take the way of a message, whatever the
/// clocks of their machines say.
class ServerClock {
 public:
  /// The server said so just now.
  void set(Timestamp server) { ahead_ = server - since_boot(); }
  Timestamp now() const { return since_boot() + ahead_; }
  /// Milliseconds since the machine was switched on.
  static std::int64_t since_boot();

 private:
  std::atomic<std::int64_t> ahead_ = 0;
};

}  // namespace hone::storage
