// SPDX-License-Identifier: MIT
#include "hone/runner/output_text.hpp"

#include <algorithm>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/foreign_file.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kMessageBytes = 200;
constexpr std::size_t kTailBytes = 2000;
constexpr int kTailLines = 20;

// Does not begin in the middle of a character.
std::string_view suffix(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  text.remove_prefix(text.size() - most);
  while (!text.empty() && (static_cast<unsigned char>(text[0]) & 0xC0U) == 0x80U) text.remove_prefix(1);
  return text;
}

}  // namespace

Tail read_tail(const std::string& path, std::size_t most, const Descriptor* folder) {
  const ForeignFile foreign = open_foreign(path, folder);
  if (!foreign.is_open()) return {.problem = foreign.problem};
  const std::int64_t begin = std::max<std::int64_t>(0, foreign.size - static_cast<std::int64_t>(most));
  return {.text = read_part(foreign.file, begin, static_cast<std::size_t>(foreign.size - begin)),
          .size = foreign.size,
          .problem = {},
          .shared = foreign.shared};
}

std::string_view pop_line(std::string_view& text) {
  const std::size_t end = text.find_last_of("\n\r");
  const std::string_view line = end == std::string_view::npos ? text : text.substr(end + 1);
  text = text.substr(0, end == std::string_view::npos ? 0 : end);
  return trim(line);
}

// ESC [ parameters, and a letter that ends them (ECMA-48, 5.4).
std::string without_colours(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const std::size_t escape = std::min(text.find("\x1b["), text.size());
    plain += text.substr(0, escape);
    text.remove_prefix(escape);
    if (text.empty()) break;
    const std::size_t end = text.find_first_not_of("0123456789;:<=>? ", 2);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return plain;
}

std::string last_line(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = pop_line(text);
    if (line.size() > kMessageBytes) return "..." + printable(suffix(line, kMessageBytes));
    if (!line.empty()) return printable(line);
  }
  return {};
}

std::string last_lines(std::string_view text) {
  text = suffix(trim(text), kTailBytes);
  std::string_view rest = text;
  for (int i = 0; i < kTailLines && !rest.empty(); ++i) pop_line(rest);
  text.remove_prefix(rest.size());
  return printable_lines(trim(text));
}

}  // namespace hone::runner
