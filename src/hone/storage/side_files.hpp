// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

// The files that SQLite keeps beside one in WAL mode: the log (-wal) and the shared memory (-shm). None of
// these functions opens a file: to close it again would drop all locks that this process has on it.
namespace hone::storage {

/// True when nobody but an administrator may write the file: it has no such permission, or its disk has none.
bool nobody_may_write(const std::string& file);

/// True when the log is not there or empty, so that the file alone holds everything.
bool has_no_log(const std::string& file);

/// The side files that are there beside a file that nobody may write. Whoever looks at it leaves them as they
/// are: they may be protected like the file.
std::vector<std::string> protected_side_files(const std::string& file);

/// SQLite makes the side files with the file's own permissions. Those of a read-only file could not be used
/// any more when it is made writable again, so those that are ours become writable for us, `but` some.
void make_side_files_usable(const std::string& file, const std::vector<std::string>& but) noexcept;

/// The side files that are there and may not be written, as "'hone.db-shm'"; empty when there are none, or
/// the file itself may not be written either.
std::string unwritable_side_files(const std::string& file);

/// True when a file beside this one cannot be locked because the system has no locks to give. SQLite takes
/// that for a lock of somebody else.
bool lacks_locks(const std::string& file);

}  // namespace hone::storage
