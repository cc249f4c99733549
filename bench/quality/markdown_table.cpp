// SPDX-License-Identifier: MIT
#include "bench/quality/markdown_table.hpp"

#include <algorithm>

#include "hone/plot/glyphs.hpp"

namespace hone::quality {
namespace {

void append(std::string& out, const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  out += "|";
  for (std::size_t j = 0; j < row.size(); ++j) {
    const std::string gap(widths[j] - plot::display_width(row[j]), ' ');
    out += j == 0 ? " " + row[j] + gap + " |" : " " + gap + row[j] + " |";
  }
  out += "\n";
}

void append_rule(std::string& out, const std::vector<std::size_t>& widths) {
  out += "|";
  for (std::size_t j = 0; j < widths.size(); ++j) {
    out += j == 0 ? std::string(widths[j] + 2, '-') + "|" : std::string(widths[j] + 1, '-') + ":|";
  }
  out += "\n";
}

}  // namespace

std::string MarkdownTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size(), 3);
  for (const auto& row : rows_) {
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], plot::display_width(row[j]));
  }
  std::string out;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    append(out, rows_[i], widths);
    if (i == 0) append_rule(out, widths);
  }
  return out + "\n";
}

}  // namespace hone::quality
