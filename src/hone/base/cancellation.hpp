// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>

namespace hone {

/// What a thread computes is wanted by nobody any more. No Error: nothing was asked for wrongly and nothing
/// failed, so that only who began the work may catch it.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "nobody waits for this any more"; }
};

/// Lets whoever began some work end it half-way: while this lives, check_cancelled() in this thread asks
/// `cancelled`, which must be quick. Of several the innermost counts. Work that is handed to another thread
/// is not reached.
class CancellationScope {
 public:
  explicit CancellationScope(std::function<bool()> cancelled);
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

 private:
  friend void check_cancelled();
  std::function<bool()> cancelled_;
  CancellationScope* before_;
};

/// Throws Cancelled when a scope of this thread says so. For loops whose rounds take a microsecond or more:
/// without a scope it costs the look at a pointer.
void check_cancelled();

}  // namespace hone
