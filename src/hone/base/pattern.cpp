// SPDX-License-Identifier: MIT
#include "hone/base/pattern.hpp"

namespace hone {

bool matches_pattern(std::string_view text, std::string_view pattern) {
  // After a mismatch, the last star takes one character more; earlier stars need not be tried again.
  std::size_t at = 0, next = 0, after_star = std::string_view::npos, star_at = 0;
  while (at < text.size()) {
    if (next < pattern.size() && pattern[next] == '*') {
      after_star = ++next;
      star_at = at;
    } else if (next < pattern.size() && (pattern[next] == '?' || pattern[next] == text[at])) {
      ++next;
      ++at;
    } else if (after_star != std::string_view::npos) {
      next = after_star;
      at = ++star_at;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', next) == std::string_view::npos;
}

}  // namespace hone
