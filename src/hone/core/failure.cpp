// SPDX-License-Identifier: MIT
#include "hone/core/failure.hpp"

#include "hone/base/text.hpp"

namespace hone {
namespace {

bool is_numeral(char c) { return c >= '0' && c <= '9'; }

// What may stand inside a number after its first digit: "1e-05", "0x7f3a", "3.25".
bool goes_on(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (is_numeral(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == 'x') return true;
  if (c == '.') return at + 1 < text.size() && is_numeral(text[at + 1]);
  return (c == '-' || c == '+') && (text[at - 1] == 'e' || text[at - 1] == 'E') && at + 1 < text.size() &&
         is_numeral(text[at + 1]);
}

}  // namespace

std::string_view failure_ending(std::string_view error) {
  const std::string_view whole = trim(error);
  return trim(whole.substr(0, whole.find('\n')));
}

std::string_view failure_cause(std::string_view error) {
  const std::string_view whole = trim(error);
  const std::size_t last = whole.rfind('\n');
  return last == std::string_view::npos ? whole : trim(whole.substr(last));
}

std::string failure_in_short(std::string_view error) {
  const std::string_view whole = trim(error);
  std::string out(failure_ending(whole));
  if (whole.find('\n') != std::string_view::npos) out.append(": ").append(failure_cause(whole));
  return out;
}

// A complaint about the output quotes it: "its last line is 'loss of 0.5'". The exit code is the program's
// own word.
std::string failure_kind(std::string_view error) {
  const std::string_view ending = failure_ending(error);
  return ending.find('\'') == std::string_view::npos ? std::string(ending) : without_numbers(ending);
}

bool fail_alike(const Trial& a, const Trial& b) {
  return a.state == b.state && failure_kind(a.error) == failure_kind(b.error);
}

std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_numeral(text[i])) {
      out += text[i++];
      continue;
    }
    out += '#';
    for (++i; i < text.size() && goes_on(text, i); ++i) continue;
  }
  return out;
}

}  // namespace hone
