// SPDX-License-Identifier: MIT
#include "hone/codec/json_scanner.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "hone/base/text.hpp"

namespace hone::codec {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

/// How a message shows one character of the text.
std::string shown(char c) {
  if (c >= ' ' && c < 127) return std::string("'") + c + "'";
  return text("byte ", static_cast<int>(static_cast<unsigned char>(c)));
}

void append_utf8(std::string& out, unsigned code) {
  const auto put = [&out](unsigned byte) { out += static_cast<char>(byte); };
  const auto tail = [&](unsigned shift) { put(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
    return tail(0);
  }
  if (code < 0x10000) {
    put(0xE0 | code >> 12);
  } else {
    put(0xF0 | code >> 18);
    tail(12);
  }
  tail(6);
  tail(0);
}

}  // namespace

char JsonScanner::peek() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool JsonScanner::accept(char wanted) {
  if (peek() != wanted || at_ == text_.size()) return false;
  ++at_;
  return true;
}

void JsonScanner::expect(char wanted) {
  if (accept(wanted)) return;
  if (at_ == text_.size()) fail(text("the text ends where '", wanted, "' is expected"));
  fail(text("there is ", shown(text_[at_]), " where '", wanted, "' is expected"));
}

void JsonScanner::string(std::string& out) {
  out.clear();
  expect('"');
  while (true) {
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' && !is_control(text_[at_])) ++at_;
    out.append(text_, start, at_ - start);
    if (at_ == text_.size()) fail("the text ends inside a string");
    const char c = text_[at_++];
    if (c == '"') return;
    if (c != '\\') fail(text("a string holds an unescaped control character (", shown(c), ")"));
    escape(out);
  }
}

void JsonScanner::escape(std::string& out) {
  if (at_ == text_.size()) fail("the text ends inside a string");
  const char c = text_[at_++];
  switch (c) {
    case '"':
    case '\\':
    case '/':
      out += c;
      return;
    case 'b':
      out += '\b';
      return;
    case 'f':
      out += '\f';
      return;
    case 'n':
      out += '\n';
      return;
    case 'r':
      out += '\r';
      return;
    case 't':
      out += '\t';
      return;
    case 'u':
      break;
    default:
      fail(text("a string holds a backslash followed by ", shown(c), ", which means nothing in JSON"));
  }
  unsigned code = hex4();
  const bool leads = code >= 0xD800 && code < 0xDC00;
  const bool trails = code >= 0xDC00 && code < 0xE000;
  if (trails || (leads && text_.substr(at_, 2) != "\\u")) fail("a string holds half of a surrogate pair");
  if (leads) {
    at_ += 2;
    const unsigned low = hex4();
    if (low < 0xDC00 || low > 0xDFFF) fail("a string holds half of a surrogate pair");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  append_utf8(out, code);
}

unsigned JsonScanner::hex4() {
  const std::string_view hex = text_.substr(at_, 4);
  unsigned code = 0;
  const auto result = std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
  if (hex.size() != 4 || result.ec != std::errc() || result.ptr != hex.data() + 4) {
    fail("a string holds \\u without four hexadecimal digits");
  }
  at_ += 4;
  return code;
}

Value JsonScanner::scalar() {
  const char c = peek();
  if (c == '"') {
    std::string out;
    string(out);
    return out;
  }
  if (c == '-' || is_digit(c)) return number();
  if (accept_word("true")) return true;
  if (accept_word("false")) return false;
  if (at_ == text_.size()) fail("the text ends where a value is expected");
  fail(text("there is ", shown(text_[at_]), " where a value is expected"));
}

void JsonScanner::digits() {
  const std::size_t first = at_;
  while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  if (at_ == first) fail("a number lacks a digit");
}

bool JsonScanner::accept_raw(std::string_view any_of) {
  if (at_ == text_.size() || any_of.find(text_[at_]) == std::string_view::npos) return false;
  ++at_;
  return true;
}

Value JsonScanner::number() {
  const std::size_t start = at_;
  accept_raw("-");
  const std::size_t first = at_;
  digits();
  if (text_[first] == '0' && at_ - first > 1) fail("a number starts with a needless 0");
  bool whole = true;
  if (accept_raw(".")) {
    whole = false;
    digits();
  }
  if (accept_raw("eE")) {
    whole = false;
    accept_raw("+-");
    digits();
  }
  const char* const begin = text_.data() + start;
  const char* const end = text_.data() + at_;
  if (whole) {
    std::int64_t integer = 0;
    if (std::from_chars(begin, end, integer).ec == std::errc()) return integer;
  }
  double real = 0.0;
  if (std::from_chars(begin, end, real).ec == std::errc()) return real;
  const std::string written(text_.substr(start, std::min<std::size_t>(at_ - start, 40)));
  throw JsonProblem("the number " + written + " is beyond the range of double precision", line(),
                    "write another");
}

bool JsonScanner::accept_null() { return peek() == 'n' && accept_word("null"); }

bool JsonScanner::accept_word(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

void JsonScanner::finish() {
  peek();
  if (at_ < text_.size()) fail(text("there is ", shown(text_[at_]), " after the end"));
}

int JsonScanner::line() {
  const std::string_view passed = text_.substr(counted_, at_ - counted_);
  line_ += static_cast<int>(std::count(passed.begin(), passed.end(), '\n'));
  counted_ = at_;
  return line_;
}

void JsonScanner::fail(const std::string& problem) { throw JsonProblem(problem, line()); }

}  // namespace hone::codec
