// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Reading what programs wrote: it may be of any size and need not be text.
namespace hone::runner {

/// The last `most` bytes of a file; nothing when it does not exist or cannot be read.
std::optional<std::string> read_tail(const std::string& path, std::size_t most);

/// Takes the last line off a text and returns it without blanks at its ends. A carriage return ends a line
/// too, as progress bars use it.
std::string_view pop_line(std::string_view& text);

/// The same as valid UTF-8 without control characters other than tabs and line ends; what is not becomes "?".
std::string printable(std::string_view text);

/// The last line that is not empty, printable and shortened to what fits into a message.
std::string last_line(std::string_view text);

/// The last lines, at most 20 and at most 2,000 bytes, printable.
std::string last_lines(std::string_view text);

}  // namespace hone::runner
