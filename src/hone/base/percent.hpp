// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

// Texts as parts of an address (RFC 3986).
namespace hone {

/// Resolves %41; nothing when it is malformed or hides a NUL.
std::optional<std::string> percent_decoded(std::string_view text);
/// For a segment of a path or a value of a query: all but letters, digits and -._~ as %41.
std::string percent_encoded(std::string_view text);

}  // namespace hone
