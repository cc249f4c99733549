// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/base/error.hpp"

namespace hone::storage {

/// What a failure of SQLite means to a person. `result` is SQLite's (extended) result code, `system` the
/// errno behind it or 0, `file` the file's name for the message and `detail` SQLite's own words.
Error sqlite_error(int result, int system, const std::string& file, const std::string& detail);

/// The file may be written, but not these, quoted, which SQLite keeps beside it.
Error side_files_error(const std::string& names);

}  // namespace hone::storage
