// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_text.hpp"

#include <cstddef>

namespace hone::storage {
namespace {

/// ASCII's "substitute", which no text of people holds.
constexpr char kEscape = '\x1a';
constexpr std::string_view kDigits = "0123456789abcdef";

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool continues(std::string_view text, std::size_t i) {
  return i < text.size() && (byte_at(text, i) & 0xc0) == 0x80;
}

/// The bytes of the character that begins at i; 0 when it is not valid UTF-8 (RFC 3629) or a zero byte.
std::size_t character_size(std::string_view text, std::size_t i) {
  const unsigned char first = byte_at(text, i);
  if (first < 0x80) return first == 0 ? 0 : 1;
  if (first < 0xc2 || first > 0xf4 || !continues(text, i + 1)) return 0;
  if (first < 0xe0) return 2;
  const unsigned char second = byte_at(text, i + 1);
  if (!continues(text, i + 2)) return 0;
  if (first < 0xf0) {
    const bool overlong = first == 0xe0 && second < 0xa0;
    const bool surrogate = first == 0xed && second > 0x9f;
    return overlong || surrogate ? 0 : 3;
  }
  const bool outside = (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return outside || !continues(text, i + 3) ? 0 : 4;
}

int digit_value(char digit) {
  const std::size_t found = kDigits.find(digit);
  return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void replace_word(std::string& script, std::string_view word, std::string_view by) {
  for (std::size_t at = script.find(word); at != std::string::npos; at = script.find(word, at + by.size())) {
    const bool begins = at == 0 || !is_word_character(script[at - 1]);
    const bool ends = at + word.size() >= script.size() || !is_word_character(script[at + word.size()]);
    if (begins && ends) script.replace(at, word.size(), by);
  }
}

}  // namespace

std::string numbered_parameters(std::string_view sql) {
  std::string out;
  int count = 0;
  bool quoted = false;
  for (const char c : sql) {
    if (c == '\'') quoted = !quoted;
    if (c == '?' && !quoted) {
      out += '$';
      out += std::to_string(++count);
    } else {
      out += c;
    }
  }
  return out;
}

std::string postgres_tables(std::string_view script) {
  std::string out(script);
  replace_word(out, "TEXT", "TEXT COLLATE \"C\"");
  replace_word(out, "INTEGER", "BIGINT");
  return out;
}

bool is_plain_text(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = text[i] == kEscape ? 0 : character_size(text, i);
    if (size == 0) return false;
    i += size;
  }
  return true;
}

std::string escaped_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = text[i] == kEscape ? 0 : character_size(text, i);
    if (size == 0) {
      const unsigned char byte = byte_at(text, i);
      out += kEscape;
      out += kDigits[byte >> 4];
      out += kDigits[byte & 0xf];
      ++i;
    } else {
      out += text.substr(i, size);
      i += size;
    }
  }
  return out;
}

bool is_escaped_text(std::string_view stored) { return stored.find(kEscape) != std::string_view::npos; }

// What somebody else wrote there is left as it is; the seal says that it is damaged.
std::string unescaped_text(std::string_view stored) {
  std::string out;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const int high = stored[i] == kEscape && i + 2 < stored.size() ? digit_value(stored[i + 1]) : -1;
    const int low = high >= 0 ? digit_value(stored[i + 2]) : -1;
    if (low < 0) {
      out += stored[i];
    } else {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

}  // namespace hone::storage
