// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::storage {

/// SQLite takes "file:..." for a URI with parameters.
bool is_uri(const std::string& path);
/// The file that a path or URI names.
std::string file_of(const std::string& path);

/// Throws InvalidArgument when the path is a URI that asks SQLite for anything but a way to open the file
/// (mode=ro, rw or rwc): without locks, with another file system layer or in memory it could not keep what a
/// store promises.
void require_safe_uri(const std::string& path);

}  // namespace hone::storage
