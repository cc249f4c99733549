// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "hone/runner/kept_output.hpp"

namespace hone::runner {

/// Takes what a command prints through a pipe to a file, as KeptOutput keeps it. Made for the guard: after
/// its construction it neither allocates nor locks.
class OutputPump {
 public:
  /// Bytes that are kept of the beginning, and of the end.
  static constexpr std::size_t kKept = KeptOutput::kKept;

  /// Writes to the end of an open file, which is not closed.
  explicit OutputPump(int file) noexcept : kept_(file) {}

  /// Makes the pipe; false, with errno set, when there is none to be had.
  bool open() noexcept;
  /// For the command to write to. Once it has it, close_writer() leaves it the only one who does.
  int writer() const noexcept { return writer_; }
  void close_writer() noexcept;

  /// Readable when move() has something to do; -1 when everybody who could write has gone.
  int reader() const noexcept { return reader_; }
  /// Takes a piece of what is there; does not wait. False when there is nothing.
  bool move() noexcept;
  /// Takes what is left, and writes the end to the file.
  void finish() noexcept;

  /// errno when the file could not be written; 0 when all went well. What follows is then not read any more.
  int problem() const noexcept { return kept_.problem(); }

 private:
  void close_reader() noexcept;

  KeptOutput kept_;
  int reader_ = -1;
  int writer_ = -1;
  std::array<char, 65536> buffer_;  // left as it is: most commands print little
};

}  // namespace hone::runner
