// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hone::plot {

struct Pixel {
  double x = 0.0;
  double y = 0.0;
};

/// Text made safe inside an XML element or attribute; characters that XML forbids become '?'.
std::string xml_escape(std::string_view text);

/// Writes SVG elements one after the other. `style` holds further attributes, such as `fill="#fff"`, as they
/// stand.
class SvgWriter {
 public:
  SvgWriter(double width, double height, std::string_view title);

  void rect(double x, double y, double width, double height, std::string_view style);
  void line(Pixel a, Pixel b, std::string_view style);
  void circle(Pixel centre, double radius, std::string_view style);
  void polyline(const std::vector<Pixel>& points, std::string_view style);
  void polygon(const std::vector<Pixel>& points, std::string_view style);
  /// Closed shapes as one element, to a tenth of a pixel.
  void path(const std::vector<std::vector<Pixel>>& rings, std::string_view style);
  /// Lines from corner to corner as one element, to a tenth of a pixel.
  void strokes(const std::vector<std::vector<Pixel>>& runs, std::string_view style);
  /// Round dots as one element, to a tenth of a pixel; the stroke's width is their diameter.
  void dots(const std::vector<Pixel>& places, std::string_view style);
  void text(Pixel at, std::string_view content, std::string_view style);
  /// Opens a group; what follows until close() is cut off outside the rectangle.
  void open_clip(double x, double y, double width, double height);
  void open(std::string_view style);
  void close();

  /// The whole document. The writer must not be used afterwards.
  std::string finish();

 private:
  void points(const std::vector<Pixel>& points);
  void path_data(const std::vector<std::vector<Pixel>>& runs, std::string_view ending);
  std::string out_;
  int clips_ = 0;
};

}  // namespace hone::plot
