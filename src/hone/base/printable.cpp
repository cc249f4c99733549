// SPDX-License-Identifier: MIT
#include "hone/base/printable.hpp"

#include <algorithm>
#include <cstdint>

namespace hone {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

struct CodeRange {
  char32_t first;
  char32_t last;
};

// Controls, separators of lines and paragraphs, annotations, and what Unicode calls
// Default_Ignorable_Code_Point: drawn as nothing. Of these the joiners (U+200C, U+200D) and the selectors of
// variants (U+180B, U+FE00, U+E0100 and what follows them) stay, which languages and emoji are written with.
// web/src/lib/shown.ts has the same table.
constexpr CodeRange kHarmful[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},       {0xAD, 0xAD},       {0x034F, 0x034F},   {0x061C, 0x061C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5},   {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE00FF}, {0xE01F0, 0xE0FFF}};

void append_hex(std::string& out, char letter, char32_t code, int digits) {
  out += '\\';
  out += letter;
  for (int i = digits - 1; i >= 0; --i) out += kHexDigits[(code >> (4 * i)) & 0xF];
}

void append_escape(std::string& out, const Character& character) {
  switch (character.code) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (!character.valid || character.code < 0x80) return append_hex(out, 'x', character.code, 2);
  if (character.code < 0x10000) return append_hex(out, 'u', character.code, 4);
  append_hex(out, 'U', character.code, 8);
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

// Escapes what is not harmless; `keep` holds characters that stay nevertheless.
std::string escape_text(std::string_view text, std::string_view keep, bool double_backslash) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    const bool kept = character.code < 0x80 && keep.find(static_cast<char>(character.code)) != keep.npos;
    if (double_backslash && text[0] == '\\') out += '\\';
    if (is_harmless(character) || kept) {
      out += text.substr(0, character.bytes);
    } else {
      append_escape(out, character);
    }
    text.remove_prefix(character.bytes);
  }
  return out;
}

void append_character(std::string& out, char32_t code) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

// Takes an escape off the front; false when there is none.
bool take_escape(std::string_view& text, std::string& out) {
  const char kind = text.size() > 1 ? text[1] : '\0';
  const std::string_view plain = "\\nrt";
  if (const std::size_t at = plain.find(kind); kind != '\0' && at != plain.npos) {
    out += "\\\n\r\t"[at];
    text.remove_prefix(2);
    return true;
  }
  const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
  if (digits == 0 || text.size() < digits + 2) return false;
  char32_t code = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const std::size_t digit = kHexDigits.find(text[2 + i]);
    if (digit == kHexDigits.npos) return false;
    code = code << 4 | static_cast<char32_t>(digit);
  }
  if (kind == 'x') {
    out += static_cast<char>(code);
  } else if (code < 0x80 || code > 0x10FFFF) {
    return false;
  } else {
    append_character(out, code);
  }
  text.remove_prefix(digits + 2);
  return true;
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<char32_t>(static_cast<unsigned char>(text[i])) : 0U;
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead >= 0xF5) return {lead, 1, false};
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {lead, 1, false};
    code = code << 6 | (byte(i) & 0x3F);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {lead, 1, false};
  return {code, length, true};
}

bool is_harmless(const Character& character) {
  return character.valid &&
         std::none_of(std::begin(kHarmful), std::end(kHarmful), [&](const CodeRange& range) {
           return character.code >= range.first && character.code <= range.last;
         });
}

bool has_hidden_characters(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.valid && character.code >= 0x80 && !is_harmless(character)) return true;
    text.remove_prefix(character.bytes);
  }
  return false;
}

std::string printable(std::string_view text) {
  return is_plain(text) ? std::string(text) : escape_text(text, "", false);
}

std::string printable_lines(std::string_view text) {
  return is_plain(text) ? std::string(text) : escape_text(text, "\n\t", false);
}

std::string printable_json(std::string_view json) {
  if (std::all_of(json.begin(), json.end(), [](char c) { return static_cast<unsigned char>(c) < 0x7F; }))
    return std::string(json);
  std::string out;
  for (std::string_view rest = json; !rest.empty();) {
    const Character character = first_character(rest);
    const bool harmful = !is_harmless(character) && character.valid && character.code >= 0x7F;
    if (!harmful) {
      out += rest.substr(0, character.bytes);
    } else if (character.code < 0x10000) {
      append_hex(out, 'u', character.code, 4);
    } else {
      append_hex(out, 'u', 0xD800 + ((character.code - 0x10000) >> 10), 4);
      append_hex(out, 'u', 0xDC00 + ((character.code - 0x10000) & 0x3FF), 4);
    }
    rest.remove_prefix(character.bytes);
  }
  return out;
}

std::string escaped(std::string_view text) { return escape_text(text, "\n\t", true); }

std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] == '\\') {
      if (!take_escape(text, out)) return std::nullopt;
      continue;
    }
    out += text[0];
    text.remove_prefix(1);
  }
  return out;
}

}  // namespace hone
