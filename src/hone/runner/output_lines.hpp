// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hone::runner {

/// Cuts what a program prints into lines, however it arrives. A line that is too long to be kept comes in
/// pieces that say so.
class OutputLines {
 public:
  /// Longer lines are not looked at as a whole.
  static constexpr std::size_t kLongest = std::size_t{1} << 20;

  struct Line {
    std::string text;   ///< with its line end, if it has come
    bool whole = true;  ///< false: a piece of a line that is too long
  };

  explicit OutputLines(std::size_t longest = kLongest) : longest_(longest) {}

  void add(std::string_view bytes) { waiting_ += bytes; }
  /// The next line that has ended, or piece of one that is too long; nothing until more is added.
  std::optional<Line> next();
  /// What is left of a line without an end.
  std::string take_rest();

 private:
  std::size_t longest_;
  std::string waiting_;
  std::size_t begin_ = 0;     // of what was not given out yet
  std::size_t searched_ = 0;  // no line end before this
  bool too_long_ = false;     // a piece of this line was given out
};

}  // namespace hone::runner
