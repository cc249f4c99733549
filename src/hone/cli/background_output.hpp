// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <thread>

namespace hone::cli {

/// Writes texts to a stream in a thread of its own, so that nobody who has other work waits for a reader that
/// does not read: a pipe that is full, a terminal that is held. What cannot be written waits, up to a limit;
/// beyond it lines are dropped and counted.
class BackgroundOutput {
 public:
  enum class Weight {
    Passing,  ///< soon outdated: dropped, and not missed, unless it can be written at once
    Line,     ///< waits while less than 64 KiB do
    Notice,   ///< waits while less than 256 KiB do
  };

  /// The stream must outlive this object and, when it is stuck in the end, the process. Throws Error(System)
  /// when the machine has no thread to give: now, and not when all of them are taken by trials.
  explicit BackgroundOutput(std::ostream& out);
  /// Finishes with a few seconds of patience.
  ~BackgroundOutput();
  BackgroundOutput(const BackgroundOutput&) = delete;
  BackgroundOutput& operator=(const BackgroundOutput&) = delete;

  /// Never waits.
  void write(std::string text, Weight weight);

  /// Waits until everything is written, for at most so many seconds, and writes no more afterwards. False
  /// when the reader did not read: then the stream belongs to the thread that is stuck in it
  /// (output_is_stuck()).
  bool finish(double seconds);

 private:
  struct Shared;

  std::shared_ptr<Shared> shared_;  // with the thread, which may be stuck and outlive us
  std::thread thread_;
};

/// True while the thread of a BackgroundOutput that could not be finished is stuck. The program must then
/// write nothing to that stream, and leave with std::_Exit instead of return from main.
bool output_is_stuck() noexcept;

}  // namespace hone::cli
