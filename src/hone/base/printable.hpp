// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Text of others (study files, arguments, what trials print) on its way to a terminal or a file: nothing in
// it may steer the terminal or turn the reading direction. What could is written as an escape: \x1b for a
// control character or a byte that is not UTF-8, \u202e for other characters, \n, \r and \t.
namespace hone {

/// A character of UTF-8 text, or a byte that is none.
struct Character {
  char32_t code = 0;      ///< of a byte that is none: the byte
  std::size_t bytes = 1;  ///< its length
  bool valid = true;
};

/// The first character of a text that is not empty (RFC 3629, table of section 4).
Character first_character(std::string_view text);

/// False for control characters (C0, DEL, C1), marks that turn the direction of text, separators of lines,
/// what is drawn as nothing (joiners and selectors of variants aside), and bytes that are not UTF-8.
bool is_harmless(const Character& character);

/// True when a text of valid UTF-8 holds characters beyond ASCII that are not shown, or that turn the
/// direction of the text around them: what looks like one name is another.
bool has_hidden_characters(std::string_view text);

/// The text on one line.
std::string printable(std::string_view text);

/// The same, but line ends and tabs stay as they are.
std::string printable_lines(std::string_view text);

/// JSON text in which such characters are written as \u009b. They can only stand inside its strings, so it
/// means the same; line ends between values stay.
std::string printable_json(std::string_view json);

/// The text with backslashes doubled, so that unescaped() gives it back; line ends and tabs stay as they are.
std::string escaped(std::string_view text);
/// Nothing when the text is not what escaped() writes.
std::optional<std::string> unescaped(std::string_view text);

}  // namespace hone
