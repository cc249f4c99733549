// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hone::runner {

/// Finds where the object or list begins that ends with a line of a text, if the text from there on can be
/// JSON at all. Reads the text once, from its end, however many brackets are asked for.
///
/// That works because a JSON string cannot hold a line end: from the end of a line backwards one is never
/// inside a string, so a quote that is met ends one, and each bracket has one partner, whatever was asked
/// before.
class BracketMatcher {
 public:
  /// Deeper nesting is not looked at. The text must outlive the matcher.
  explicit BracketMatcher(std::string_view text, std::size_t depth = 64)
      : text_(text), depth_(depth), at_(text.size()) {}

  /// Position of the bracket that the one at `end` closes; `end` must be the last character of its line that
  /// is not blank. Ask once for each, from the end of the text to its beginning.
  std::optional<std::size_t> partner(std::size_t end);

 private:
  struct Open {
    std::size_t at;  ///< of the closing bracket
    char closer;
    bool wanted;  ///< it ends its line
  };

  void step();
  void close(char closer);
  void open(char opener);
  void give_up();
  bool is_waiting(std::size_t end) const;

  std::string_view text_;
  std::size_t depth_;
  std::size_t at_;  // what is from here on has been read
  bool line_end_ = true;
  std::size_t changes_ = 0;  // of open_
  std::vector<Open> open_;   // closing brackets whose partner was not met yet, the outermost first
  std::unordered_map<std::size_t, std::size_t> partners_;
};

}  // namespace hone::runner
