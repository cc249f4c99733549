// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace hone::runner {

/// Writes what a program prints to a file, of which it keeps the beginning and the end: a program that prints
/// for ever fills neither the disk nor the memory. Between them stands a line that says how much was left
/// out. The guard uses it too: after its construction it neither allocates from the heap nor locks.
class KeptOutput {
 public:
  /// Bytes that are kept of the beginning, and of the end.
  static constexpr std::size_t kKept = std::size_t{8} << 20;

  /// Writes to the end of an open file, which is not closed.
  explicit KeptOutput(int file) noexcept : file_(file) {}
  ~KeptOutput();
  KeptOutput(const KeptOutput&) = delete;
  KeptOutput& operator=(const KeptOutput&) = delete;

  void take(const char* bytes, std::size_t size) noexcept;
  /// Writes the end to the file, once.
  void finish() noexcept;

  /// Bytes that were taken so far.
  std::uint64_t taken() const noexcept { return head_ + later_; }
  /// errno when the file could not be written; 0 when all went well.
  int problem() const noexcept { return problem_; }

 private:
  void keep_in_ring(const char* bytes, std::size_t size) noexcept;
  void write(const char* bytes, std::size_t size) noexcept;
  void write_ring() noexcept;

  int file_;
  std::size_t head_ = 0;     // bytes of the beginning that were written
  std::uint64_t later_ = 0;  // bytes that came after those
  char* ring_ = nullptr;     // the last of them, once there are some
  int problem_ = 0;
  bool finished_ = false;
};

}  // namespace hone::runner
