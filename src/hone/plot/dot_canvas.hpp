// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hone::plot {

/// A raster of dots that are smaller than a character: 2 x 4 to a cell with braille, 1 x 2 with plain ASCII.
/// Dots outside are ignored. A cell has one colour, that of the last dot set.
class DotCanvas {
 public:
  DotCanvas(int columns, int rows, bool unicode);

  int width() const noexcept { return columns_ * per_x_; }
  int height() const noexcept { return rows_ * per_y_; }
  int cell_width() const noexcept { return per_x_; }

  void dot(int x, int y, int colour);
  void line(int x0, int y0, int x1, int y1, int colour);
  void fill(int x0, int y0, int x1, int y1, int colour);
  /// A character in place of the dots of a cell.
  void glyph(int x, int y, std::string_view character, int colour);

  /// A character in the background of a column of cells, seen where nothing else is.
  void backdrop(int x, std::string_view character);

  /// One line of text, `columns` wide, with escape sequences when coloured.
  std::string row(int index, bool coloured) const;

 private:
  struct Cell {
    std::uint8_t bits = 0;
    int colour = 0;
    std::string glyph = {};
    std::string behind = {};
    bool empty() const { return bits == 0 && glyph.empty(); }
    bool blank() const { return empty() && behind.empty(); }
    int shown_colour() const;
  };
  Cell* cell_at(int x, int y);
  std::string shown(const Cell& cell) const;

  int columns_;
  int rows_;
  bool unicode_;
  int per_x_;
  int per_y_;
  std::vector<Cell> cells_;
};

}  // namespace hone::plot
