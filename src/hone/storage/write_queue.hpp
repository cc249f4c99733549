// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hone::storage {

/// The line in which those who want to write to one SQLite file wait, whatever their process, so that each
/// gets its turn after those who came before. SQLite itself knows no order: who looks in the right moment is
/// first.
///
/// A place in the line is a locked byte of the file's log, far behind its end. The log is there exactly as
/// long as somebody has the file open, and SQLite itself locks nothing in it. The kernel frees the place of a
/// process that dies. Where it gives no locks, there is no line.
///
/// The line decides who is first and never who may write: that is SQLite's lock. So it does no harm when
/// somebody does not stand in it (another program, an older version), or is passed over since he hangs.
class WriteQueue {
 public:
  /// Nobody waits for anybody.
  WriteQueue() = default;
  /// The line of all who give this log, which has to stay there.
  explicit WriteQueue(const std::string& log);
  ~WriteQueue();
  WriteQueue(WriteQueue&& other) noexcept;
  WriteQueue& operator=(WriteQueue&& other) noexcept;

  /// Takes a place behind all who stand there, if none is held. Does not wait.
  void enter() noexcept;
  /// The place of the one who came first of those before us; nothing when it is our turn.
  std::optional<std::int64_t> ahead() const noexcept;
  /// Ours; 0 when there is none.
  std::int64_t place() const noexcept { return place_; }
  void leave() noexcept;

  /// The last place that somebody else holds; 0 when none is.
  std::int64_t last_place() const noexcept;

 private:
  int log_ = -1;
  std::int64_t place_ = 0;
};

}  // namespace hone::storage
