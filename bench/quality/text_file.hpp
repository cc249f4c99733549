// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::quality {

/// Writes a file, over one that is there. Throws Error(System).
void write_file(const std::string& path, const std::string& content);

}  // namespace hone::quality
