// SPDX-License-Identifier: MIT
#pragma once

#include "hone/plot/chart.hpp"
#include "hone/plot/palette.hpp"
#include "hone/plot/scale.hpp"
#include "hone/plot/svg_writer.hpp"

namespace hone::plot {

/// The rectangle between the axes, in pixels.
struct Frame {
  double left = 0.0;
  double top = 0.0;
  double width = 0.0;
  double height = 0.0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

/// One mark, also in a legend. `style` holds further attributes, such as the fill.
void draw_marker(SvgWriter& out, Marker marker, Pixel at, double radius, const std::string& style);

/// Draws the series of a chart into its frame.
class SvgMarks {
 public:
  SvgMarks(SvgWriter& out, const Frame& frame, const ChartScales& scales);

  void draw(const Series& series);

 private:
  void draw(const Line& line, Rgb colour);
  void draw(const Dots& points, Rgb colour);
  void draw(const Band& band, Rgb colour);
  void draw(const Bars& bars, Rgb colour);
  void draw(const Boxes& boxes, Rgb colour);
  void draw(const Surface& field, Rgb colour);
  void draw(const Spans& spans, Rgb colour);
  void draw(const Parallel& parallel, Rgb colour);
  void draw_arrows(const Dots& arrows, Rgb colour);
  void draw_density(const Parallel& parallel, Rgb colour);
  void draw_box(double position, const BoxSummary& box, Rgb colour);
  void stroke(std::vector<Pixel>& run, const std::string& style);

  Pixel at(double x, double y) const;
  SvgWriter& out_;
  Frame frame_;
  const ChartScales& scales_;
};

}  // namespace hone::plot
