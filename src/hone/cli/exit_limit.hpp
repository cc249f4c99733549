// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "hone/runner/moment.hpp"
#include "hone/runner/stop_signal.hpp"
#include "hone/runner/watch.hpp"

namespace hone::cli {

/// Sees to it that a process which was told to end does so in bounded time, whatever it is stuck in: a store
/// that stays locked, a disk that hangs, a pipe that nobody reads. SIGTERM leaves `grace` seconds to the
/// commands and kMargin more to store what became of them, a second SIGINT kMargin. Nothing is lost by it:
/// the commands end with the process, results that were not stored stay in their trials' files, and those
/// trials are run again.
class ExitLimit {
 public:
  static constexpr double kMargin = 10.0;
  /// Is given the code to exit with; called once, in another thread, when the time is up.
  using Leave = std::function<void(int code)>;

  /// The signal must outlive this object.
  ExitLimit(const runner::StopSignal& signal, double grace, Leave leave, double margin = kMargin);

 private:
  runner::Moment look(runner::Moment now);

  const runner::StopSignal& signal_;
  double grace_;
  double margin_;
  Leave leave_;
  std::optional<runner::Moment> cancelled_;  // when these two levels were first seen
  std::optional<runner::Moment> killed_;
  bool left_ = false;
  runner::Watch watch_;  // the last, as its thread uses all the others
};

}  // namespace hone::cli
