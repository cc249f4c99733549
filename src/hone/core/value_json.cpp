// SPDX-License-Identifier: MIT
#include "hone/core/value_json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/base/number_words.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

bool is_control_byte(char c) { return static_cast<unsigned char>(c) < 0x20; }

void append_compound(std::string& out, const Compound& compound) {
  if (compound.is_null()) {
    out += "null";
    return;
  }
  const bool list = compound.kind() == Compound::Kind::List;
  const char* before = "";
  out += list ? '[' : '{';
  for (const Value& item : compound.items()) {
    out += std::exchange(before, ",");
    append_json(out, item);
  }
  for (const auto& [name, value] : compound.members()) {
    out += std::exchange(before, ",");
    append_json(out, std::string_view(name));
    out += ':';
    append_json(out, value);
  }
  out += list ? ']' : '}';
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (is_control_byte(c)) {
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_json(std::string& out, double number) {
  if (!std::isfinite(number)) return append_json(out, std::string_view(number_text(number)));
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  const std::string_view written(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
  out += written;
  if (written.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void append_json(std::string& out, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    out += *flag ? "true" : "false";
  } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    out += std::to_string(*whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    const bool wrapped = !std::isfinite(*real);
    if (wrapped) out += "{\"\":";
    append_json(out, *real);
    if (wrapped) out += '}';
  } else if (const auto* word = std::get_if<std::string>(&value)) {
    append_json(out, std::string_view(*word));
  } else {
    append_compound(out, std::get<Compound>(value));
  }
}

std::optional<double> number_of_word(std::string_view word) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  if (word == kNanWord) return std::numeric_limits<double>::quiet_NaN();
  if (word == kInfinityWord) return kInf;
  if (word == kMinusInfinityWord) return -kInf;
  return std::nullopt;
}

}  // namespace hone
