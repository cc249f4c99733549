// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::storage {

/// Copies a database as it is at one moment into a new file, while others read and write it. The new file
/// appears under its name only when it is whole and on disk. Throws AlreadyExists when there is something of
/// that name.
void backup_sqlite(const std::string& source, const std::string& target);

}  // namespace hone::storage
