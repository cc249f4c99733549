// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// A regular expression over bytes, in the syntax of RE2: Perl's without what cannot be matched in linear
/// time (backreferences and looking around). A match costs time linear in the text, whatever the expression
/// and the text, and memory that does not grow with the text.
class RegularExpression {
 public:
  /// Throws Error(InvalidOption), saying what is wrong with the expression.
  explicit RegularExpression(const std::string& pattern);
  ~RegularExpression();
  RegularExpression(RegularExpression&&) noexcept;
  RegularExpression& operator=(RegularExpression&&) noexcept;

  /// How many groups in parentheses it has that can be read.
  int groups() const;

  /// Of the matches found from left to right, none overlapping another, the last: all of it, then its groups.
  /// A group that took no part is empty. Costs the square of the length in the worst case, as there may be as
  /// many matches as characters.
  std::optional<std::vector<std::string>> last_match(std::string_view text) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace hone
