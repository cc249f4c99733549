// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hone::cli {

/// Writes a file whole or not at all: what was there stays when the new content cannot be written. Throws
/// Error(System).
void write_file(const std::string& path, std::string_view content);

}  // namespace hone::cli
