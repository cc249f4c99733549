// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

struct sqlite3;

namespace hone::storage {

/// What cannot be read of a write-ahead log although it was acknowledged. When the last process that used a
/// store was killed, the next one reads the log from its beginning, and SQLite takes the first page that is
/// not what was written for its end: behind a power cut that is right. Behind a damaged page it is not, and
/// SQLite says nothing.
///
/// A power cut takes nothing from before a result that was acknowledged: its commit has synced all of it. So
/// durable commits are numbered, in the header field that SQLite leaves to its users (PRAGMA user_version),
/// and one that lies behind a bad page was lost if something was written after it. The same holds of what was
/// copied into the database, which is synced before.
struct LogLoss {
  std::int64_t page = 0;     ///< the first bad one of the log, from 1; 0: its header
  std::int64_t commits = 0;  ///< durable ones behind it
  friend bool operator==(const LogLoss&, const LogLoss&) = default;
};

/// The header of the database itself, which is the beginning of its first page.
struct LogBase {
  std::uint32_t page_size = 4096;
  std::array<unsigned char, 100> header = {};
};

/// Reads a log; nothing when it is whole, ends as a power cut leaves it, or is not there. Holds no lock:
/// while others write, what is found once may be a page on its way.
std::optional<LogLoss> lost_in_log(const std::string& path, const LogBase& base);

/// Throws StorageCorrupt when the log of the database that was opened, and not looked into yet, has lost
/// something. Then neither file is touched.
void require_whole_log(sqlite3* handle);

}  // namespace hone::storage
