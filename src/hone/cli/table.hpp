// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hone/cli/style.hpp"

namespace hone::cli {

enum class Align { Left, Right };

/// Rows of text in aligned columns. When they are too wide for the terminal the widest columns are cut, never
/// the line.
class Table {
 public:
  /// `paint` colours a finished cell; it sees the cell's text as it was given.
  using Paint = std::function<std::string(const std::string& cell, const std::string& padded)>;

  void column(std::string title, Align align = Align::Left, Paint paint = {});
  /// One cell for each column. Control characters are replaced.
  void row(std::vector<std::string> cells);
  bool empty() const noexcept { return rows_.empty(); }

  /// Headings and rows, each line ended. `limit` columns at most; 0 for no limit (output that is not a
  /// terminal).
  std::string text(const Style& style, int limit) const;

 private:
  struct Heading {
    std::string title;
    Align align;
    Paint paint;
  };
  std::vector<std::size_t> widths(int limit) const;

  std::vector<Heading> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace hone::cli
