// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace hone::storage {

/// Copies a database as it is at one moment into a new file, while others read and write it. The new file
/// appears under its name only when it is whole and on disk. Throws AlreadyExists when there is something of
/// that name.
void backup_sqlite(const std::string& source, const std::string& target);

/// The same for a copy that somebody else writes, as a SQLite file of this name that is closed and synced
/// when `write` returns.
void write_whole_file(const std::string& target, const std::function<void(const std::string& draft)>& write);

}  // namespace hone::storage
