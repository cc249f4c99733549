// SPDX-License-Identifier: MIT
#pragma once

#include "hone/runner/descriptor.hpp"

namespace hone::runner {

/// Wakes whoever polls its descriptor, from any thread or from a signal handler.
class Bell {
 public:
  /// Throws Error(System) when the machine has no descriptor left.
  Bell();

  /// Async-signal-safe. Never waits.
  void ring() const noexcept;
  /// Until it is rung again.
  void silence() const noexcept;
  /// Readable from ring() to silence().
  int fd() const noexcept { return event_.get(); }

 private:
  Descriptor event_;
};

}  // namespace hone::runner
