// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "hone/storage/blobs.hpp"
#include "hone/storage/database.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// Is told, once for each store that is opened, that another process keeps it locked for a second or longer.
using WaitNotice = std::function<void(const std::string& file)>;

struct SqliteOptions {
  /// Milliseconds to wait for another process's write before giving up with StorageBusy.
  int busy_timeout = 30000;
  /// Make the file when there is none.
  bool create = true;
  /// Bring an older file to the present schema; otherwise it is refused with a hint at `hone db migrate`.
  bool migrate = true;
  WaitNotice on_wait = {};
  /// Milliseconds after which results that are in the log only are copied into the file, by the next write.
  int copy_after = 1000;
  /// Where bytes that trials leave are kept; otherwise in the folder "<file>.artefacts".
  OpenBlobs blobs = {};
};

/// In the folder "<file>.artefacts".
OpenBlobs blobs_beside(const std::string& file);

/// Opens or makes a SQLite file. Throws Error: StorageCorrupt when it is damaged, not a database or not
/// hone's; StorageReadOnly, StorageBusy, StorageFull as found.
std::unique_ptr<Storage> open_sqlite(const std::string& path, const SqliteOptions& options = {},
                                     Clock clock = system_time);
/// Only the database, with the latest tables.
std::unique_ptr<Database> open_sqlite_database(const std::string& path, const SqliteOptions& options = {});

/// Bytes that SQLite holds for all stores of this process, most of them pages of files.
std::int64_t sqlite_memory() noexcept;

}  // namespace hone::storage
