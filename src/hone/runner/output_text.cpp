// SPDX-License-Identifier: MIT
#include "hone/runner/output_text.hpp"

#include <algorithm>
#include <fstream>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kMessageBytes = 200;
constexpr std::size_t kTailBytes = 2000;
constexpr int kTailLines = 20;

// Length of the well-formed UTF-8 sequence at the start of a text (RFC 3629, table of section 4); 0 when
// there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && second < 0x90;
    const bool too_large = first == 0xF4 && second > 0x8F;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

// Does not begin in the middle of a character.
std::string_view suffix(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  text.remove_prefix(text.size() - most);
  while (!text.empty() && (static_cast<unsigned char>(text[0]) & 0xC0U) == 0x80U) text.remove_prefix(1);
  return text;
}

}  // namespace

std::optional<std::string> read_tail(const std::string& path, std::size_t most) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return std::nullopt;
  const std::streamoff size = in.tellg();
  if (size < 0) return std::nullopt;
  const std::streamoff length = std::min(size, static_cast<std::streamoff>(most));
  in.seekg(size - length);
  std::string tail(static_cast<std::size_t>(length), '\0');
  in.read(tail.data(), length);
  tail.resize(static_cast<std::size_t>(in.gcount()));
  return tail;
}

std::string_view pop_line(std::string_view& text) {
  const std::size_t end = text.find_last_of("\n\r");
  const std::string_view line = end == std::string_view::npos ? text : text.substr(end + 1);
  text = text.substr(0, end == std::string_view::npos ? 0 : end);
  return trim(line);
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const bool control = static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F;
    if (length == 0 || (control && text[0] != '\n' && text[0] != '\t')) {
      result += '?';
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
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
  return printable(trim(text));
}

}  // namespace hone::runner
