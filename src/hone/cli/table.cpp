// SPDX-License-Identifier: MIT
#include "hone/cli/table.hpp"

#include <algorithm>

#include "hone/base/printable.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 4;

}  // namespace

void Table::column(std::string title, Align align, Paint paint) {
  columns_.push_back({printable(title), align, std::move(paint)});
}

void Table::row(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = printable(cell);
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths(int limit) const {
  std::vector<std::size_t> widths;
  std::size_t total = kGap * (columns_.empty() ? 0 : columns_.size() - 1);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = plot::display_width(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, plot::display_width(row[c]));
    widths.push_back(width);
    total += width;
  }
  while (limit > 0 && total > static_cast<std::size_t>(limit)) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kNarrowest) break;
    --*widest;
    --total;
  }
  return widths;
}

std::string Table::text(const Style& style, int limit) const {
  const std::vector<std::size_t> width = widths(limit);
  std::string out;
  const auto line = [&](const auto& cell_text) {
    std::string current;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c > 0) current += std::string(kGap, ' ');
      current += cell_text(c);
    }
    // Escapes end a line that is padded, so blanks are only dropped where there are none.
    current.erase(current.find_last_not_of(' ') + 1);
    out += current + "\n";
  };
  const auto padded = [&](std::size_t c, const std::string& cell) {
    const std::string cut = plot::fit(cell, width[c], style.unicode);
    if (columns_[c].align == Align::Right) return plot::pad_left(cut, width[c]);
    return c + 1 == columns_.size() ? cut : plot::pad_right(cut, width[c]);
  };
  line([&](std::size_t c) { return style.bold(padded(c, columns_[c].title)); });
  for (const auto& row : rows_) {
    line([&](std::size_t c) {
      const std::string text = padded(c, row[c]);
      return style.colour && columns_[c].paint ? columns_[c].paint(row[c], text) : text;
    });
  }
  return out;
}

}  // namespace hone::cli
