// SPDX-License-Identifier: MIT
#pragma once

#include "hone/plot/chart.hpp"
#include "hone/plot/dot_canvas.hpp"
#include "hone/plot/scale.hpp"

namespace hone::plot {

/// Draws the series of a chart onto a canvas.
class TerminalMarks {
 public:
  TerminalMarks(DotCanvas& canvas, const ChartScales& scales, bool unicode);

  void draw(const Series& series);

 private:
  void draw(const Line& line, int colour);
  void draw(const Dots& points, int colour);
  void draw(const Band& band, int colour);
  void draw(const Bars& bars, int colour);
  void draw(const Boxes& boxes, int colour);
  void draw(const Surface& field, int colour);
  void draw(const Spans& spans, int colour);
  void draw(const Parallel& parallel, int colour);
  void draw_density(const Parallel& parallel);

  /// Text to the right of a cell, or to its left where there is no room.
  void write_beside(int x, int y, const std::string& digits, int colour);

  /// Dot coordinates; far outside for what cannot be placed.
  int x_of(double value) const;
  int y_of(double value) const;

  DotCanvas& canvas_;
  const ChartScales& scales_;
  bool unicode_;
};

/// The sign that stands for a series in a legend; empty for points with a sign of their own, which their name
/// tells.
std::string legend_sign(const Series& series, bool unicode);

}  // namespace hone::plot
