// SPDX-License-Identifier: MIT
#include "hone/runner/bracket_matcher.hpp"

#include <algorithm>

namespace hone::runner {
namespace {

bool ends_line(char c) { return c == '\n' || c == '\r'; }

// The quote that begins the string which ends with the one at `end`; nothing when the line begins before.
std::optional<std::size_t> string_begin(std::string_view text, std::size_t end) {
  for (std::size_t at = end; at > 0 && !ends_line(text[at - 1]); --at) {
    if (text[at - 1] != '"') continue;
    std::size_t before = at - 1;
    while (before > 0 && text[before - 1] == '\\') --before;
    if ((at - 1 - before) % 2 == 0) return at - 1;
    at = before + 1;  // the loop passes over the backslashes too
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> BracketMatcher::partner(std::size_t end) {
  while (at_ > end) step();
  // The list of open brackets is only looked through when it has changed.
  bool waiting = is_waiting(end);
  while (at_ > 0 && waiting) {
    const std::size_t changes = changes_;
    step();
    if (changes != changes_) waiting = is_waiting(end);
  }
  const auto found = partners_.extract(end);
  if (found.empty()) return std::nullopt;
  return found.mapped();
}

bool BracketMatcher::is_waiting(std::size_t end) const {
  return std::any_of(open_.begin(), open_.end(), [end](const Open& one) { return one.at == end; });
}

void BracketMatcher::step() {
  const char c = text_[--at_];
  if (ends_line(c)) {
    line_end_ = true;
    return;
  }
  if (c == ' ' || c == '\t') return;
  if (c == '}' || c == ']') {
    close(c);
  } else if (c == '{' || c == '[') {
    open(c);
  } else if (c == '"') {
    if (const auto begin = string_begin(text_, at_)) {
      at_ = *begin;
    } else {
      give_up();  // no JSON goes over this line, and none ends before the quote
      while (at_ > 0 && !ends_line(text_[at_ - 1])) --at_;
    }
  }
  line_end_ = false;
}

void BracketMatcher::give_up() {
  open_.clear();
  ++changes_;
}

void BracketMatcher::close(char closer) {
  if (open_.size() == depth_) open_.erase(open_.begin());
  open_.push_back({at_, closer, line_end_});
  ++changes_;
}

void BracketMatcher::open(char opener) {
  if (open_.empty()) return;
  const Open last = open_.back();
  if ((opener == '{') != (last.closer == '}')) return give_up();
  open_.pop_back();
  ++changes_;
  if (last.wanted) partners_[last.at] = at_;
}

}  // namespace hone::runner
