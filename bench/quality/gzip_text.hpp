// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::quality {

/// The content of a file, unpacked when it is gzip. Throws Error: NotFound when there is none, InvalidFile
/// when it is damaged.
std::string read_text(const std::string& path);

}  // namespace hone::quality
