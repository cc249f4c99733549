// SPDX-License-Identifier: MIT
#include "hone/runner/output_lines.hpp"

#include <algorithm>
#include <utility>

namespace hone::runner {

std::optional<OutputLines::Line> OutputLines::next() {
  const std::size_t end = waiting_.find('\n', std::max(begin_, searched_));
  const bool ended = end != std::string::npos;
  const std::size_t length = (ended ? end + 1 : waiting_.size()) - begin_;
  if (!ended && length <= longest_) {
    // What was given out is removed once for many lines, not once for each.
    waiting_.erase(0, std::exchange(begin_, 0));
    searched_ = waiting_.size();
    return std::nullopt;
  }
  Line line{.text = waiting_.substr(begin_, length), .whole = !too_long_ && length <= longest_};
  too_long_ = !ended;
  begin_ += length;
  searched_ = begin_;
  return line;
}

std::string OutputLines::take_rest() {
  std::string rest = waiting_.substr(begin_);
  waiting_.clear();
  begin_ = searched_ = 0;
  too_long_ = false;
  return rest;
}

}  // namespace hone::runner
