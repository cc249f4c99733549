// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hone/runner/descriptor.hpp"

// Reading what programs wrote: it may be of any size and need not be text.
namespace hone::runner {

/// The end of a file.
struct Tail {
  std::string text = {};     ///< empty if the file does not exist or was refused
  std::int64_t size = 0;     ///< of the whole file
  std::string problem = {};  ///< why it was not read: "is a named pipe", see foreign_file.hpp
  bool shared = false;       ///< it has another name as well
};

/// The last `most` bytes of a file; see open_foreign() for `folder`.
Tail read_tail(const std::string& path, std::size_t most, const Descriptor* folder = nullptr);

/// Takes the last line off a text and returns it without blanks at its ends. A carriage return ends a line
/// too, as progress bars use it.
std::string_view pop_line(std::string_view& text);

/// Without the escape sequences by which terminals are told colours: a coloured number is a number.
std::string without_colours(std::string_view text);

/// The last line that is not empty, printable and shortened to what fits into a message.
std::string last_line(std::string_view text);

/// The last lines, at most 20 and at most 2,000 bytes, printable.
std::string last_lines(std::string_view text);

}  // namespace hone::runner
