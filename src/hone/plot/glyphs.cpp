// SPDX-License-Identifier: MIT
#include "hone/plot/glyphs.hpp"

#include <algorithm>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"

namespace hone::plot {
namespace {

struct Span {
  char32_t first;
  char32_t last;
};

// The blocks that matter; a full table of Unicode widths would be a library of its own.
constexpr Span kZero[] = {
    {0x0300, 0x036F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
constexpr Span kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0x33FF}, {0x3400, 0x4DBF},
                          {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},  {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
                          {0xFE30, 0xFE4F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
                          {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

std::size_t width_of(char32_t code) {
  const auto holds = [code](const Span& span) { return code >= span.first && code <= span.last; };
  if (code < 0x300) return 1;
  if (std::any_of(std::begin(kZero), std::end(kZero), holds)) return 0;
  return std::any_of(std::begin(kWide), std::end(kWide), holds) ? 2 : 1;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character glyph = first_character(text);
    width += width_of(glyph.valid ? glyph.code : U'?');
    text.remove_prefix(glyph.bytes);
  }
  return width;
}

std::string fit(std::string_view text, std::size_t width, bool unicode) {
  if (display_width(text) <= width) return std::string(text);
  const std::string_view ellipsis = unicode ? "…" : width > 6 ? "..." : ".";
  const std::size_t room = width - std::min(width, display_width(ellipsis));
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const Character glyph = first_character(text);
    used += width_of(glyph.valid ? glyph.code : U'?');
    if (used > room) break;
    out += text.substr(0, glyph.bytes);
    text.remove_prefix(glyph.bytes);
  }
  return width == 0 ? out : out.append(ellipsis);
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines{""};
  for (const std::string& word : split(text, ' ')) {
    const std::size_t used = display_width(lines.back());
    if (used > 0 && used + 1 + display_width(word) > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(width > used ? width - used : 0, ' ') + std::string(text);
}

}  // namespace hone::plot
