// SPDX-License-Identifier: MIT
#include "hone/plot/dot_canvas.hpp"

#include <algorithm>
#include <cstdlib>

#include "hone/plot/chart.hpp"
#include "hone/plot/palette.hpp"

namespace hone::plot {
namespace {

// Unicode numbers the dots of a braille cell down the left column, then the right, with the fourth row added
// later.
constexpr std::uint8_t kBraille[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

std::string braille(std::uint8_t bits) {
  const unsigned code = 0x2800u + bits;
  return {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
          static_cast<char>(0x80 | (code & 0x3F))};
}

}  // namespace

DotCanvas::DotCanvas(int columns, int rows, bool unicode)
    : columns_(std::max(1, columns)),
      rows_(std::max(1, rows)),
      unicode_(unicode),
      per_x_(unicode ? 2 : 1),
      per_y_(unicode ? 4 : 2),
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

DotCanvas::Cell* DotCanvas::cell_at(int x, int y) {
  if (x < 0 || y < 0 || x >= width() || y >= height()) return nullptr;
  return &cells_[static_cast<std::size_t>(y / per_y_) * static_cast<std::size_t>(columns_) +
                 static_cast<std::size_t>(x / per_x_)];
}

void DotCanvas::dot(int x, int y, int colour) {
  Cell* cell = cell_at(x, y);
  if (cell == nullptr) return;
  const auto bit = unicode_ ? kBraille[y % 4][x % 2] : static_cast<std::uint8_t>(1 << y % 2);
  cell->bits = static_cast<std::uint8_t>(cell->bits | bit);
  cell->colour = colour;
}

void DotCanvas::line(int x0, int y0, int x1, int y1, int colour) {
  const int steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    dot(x0 + static_cast<int>(share * (x1 - x0) + (x1 >= x0 ? 0.5 : -0.5)),
        y0 + static_cast<int>(share * (y1 - y0) + (y1 >= y0 ? 0.5 : -0.5)), colour);
  }
}

void DotCanvas::fill(int x0, int y0, int x1, int y1, int colour) {
  for (int y = std::max(0, std::min(y0, y1)); y <= std::min(height() - 1, std::max(y0, y1)); ++y) {
    for (int x = std::max(0, std::min(x0, x1)); x <= std::min(width() - 1, std::max(x0, x1)); ++x) {
      dot(x, y, colour);
      if (!unicode_) glyph(x, y, "#", colour);
    }
  }
}

void DotCanvas::glyph(int x, int y, std::string_view character, int colour) {
  Cell* cell = cell_at(x, y);
  if (cell == nullptr) return;
  cell->glyph = character;
  cell->colour = colour;
}

void DotCanvas::backdrop(int x, std::string_view character) {
  for (int y = 0; y < height(); y += per_y_) {
    if (Cell* cell = cell_at(x, y)) cell->behind = character;
  }
}

int DotCanvas::Cell::shown_colour() const { return empty() ? kGrey : colour; }

std::string DotCanvas::shown(const Cell& cell) const {
  if (!cell.glyph.empty()) return cell.glyph;
  if (cell.bits == 0) return cell.behind.empty() ? " " : cell.behind;
  if (unicode_) return braille(cell.bits);
  constexpr const char* kHalves[] = {" ", "'", ".", ":"};
  return kHalves[cell.bits & 3];
}

std::string DotCanvas::row(int index, bool coloured) const {
  std::string out;
  const Cell* previous = nullptr;  // the last one that is not blank, whose colour is in force
  for (int c = 0; c < columns_; ++c) {
    const Cell& cell = cells_[static_cast<std::size_t>(index) * static_cast<std::size_t>(columns_) +
                              static_cast<std::size_t>(c)];
    const bool blank = cell.blank();
    if (coloured && !blank && (previous == nullptr || previous->shown_colour() != cell.shown_colour()))
      out += ansi_of(cell.shown_colour());
    if (!blank) previous = &cell;
    out += shown(cell);
  }
  if (coloured && previous != nullptr) out += kAnsiReset;
  return out;
}

}  // namespace hone::plot
