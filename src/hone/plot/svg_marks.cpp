// SPDX-License-Identifier: MIT
#include "hone/plot/svg_marks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_set>

#include "hone/plot/contour.hpp"

namespace hone::plot {
namespace {

bool visible(Pixel p) { return std::isfinite(p.x) && std::isfinite(p.y); }

std::string paint(std::string_view name, Rgb colour) {
  return std::string(name) + "=\"" + hex(colour) + "\"";
}

/// Remembers which places are taken, in steps of half a pixel.
class Taken {
 public:
  bool add(Pixel p, Rgb colour) {
    const auto x = static_cast<std::uint64_t>(std::llround(2.0 * p.x) & 0xFFFFFF);
    const auto y = static_cast<std::uint64_t>(std::llround(2.0 * p.y) & 0xFFFFFF);
    // The shade matters too, but only coarsely.
    return seen_.insert(x << 40 | y << 16 | static_cast<std::uint64_t>(colour.green / 32)).second;
  }

 private:
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace

SvgMarks::SvgMarks(SvgWriter& out, const Frame& frame, const ChartScales& scales)
    : out_(out), frame_(frame), scales_(scales) {}

Pixel SvgMarks::at(double x, double y) const {
  return {frame_.left + scales_.x.place(x) * frame_.width,
          frame_.bottom() - scales_.y.place(y) * frame_.height};
}

void SvgMarks::draw(const Series& series) {
  const Rgb colour = colour_of(series.colour);
  std::visit([&](const auto& marks) { draw(marks, colour); }, series.marks);
}

void SvgMarks::stroke(std::vector<Pixel>& run, const std::string& style) {
  if (run.size() == 1) run.push_back({run[0].x + 0.01, run[0].y});
  if (!run.empty()) out_.polyline(run, style);
  run.clear();
}

void SvgMarks::draw(const Line& line, Rgb colour) {
  const std::string style = paint("stroke", colour) + " stroke-width=\"2\" stroke-linejoin=\"round\"" +
                            (line.dashed ? " stroke-dasharray=\"6 4\"" : "");
  out_.open_clip(frame_.left, frame_.top - 2, frame_.width, frame_.height + 4);
  std::vector<Pixel> run;
  for (std::size_t i = 0; i < std::min(line.x.size(), line.y.size()); ++i) {
    const Pixel p = at(line.x[i], line.y[i]);
    if (!visible(p)) {
      stroke(run, style);
      continue;
    }
    if (line.stepped && !run.empty() && run.back().y != p.y) run.push_back({p.x, run.back().y});
    // Along a level stretch only its ends are needed.
    if (run.size() > 1 && run.back().y == p.y && run[run.size() - 2].y == p.y) run.pop_back();
    run.push_back(p);
  }
  stroke(run, style);
  out_.close();
}

void SvgMarks::draw(const Points& points, Rgb colour) {
  Taken taken;
  const auto hollow = [](Rgb edge) {
    return "fill=\"#ffffff\" " + paint("stroke", edge) + " stroke-width=\"1.2\"";
  };
  const bool shaded = !points.shade.empty();
  out_.open((points.halo ? "stroke=\"#ffffff\"" : "fill-opacity=\"0.8\"") +
            (shaded ? std::string() : " " + paint("fill", colour)));
  for (std::size_t i = 0; i < std::min(points.x.size(), points.y.size()); ++i) {
    const Pixel p = at(points.x[i], points.y[i]);
    if (!visible(p)) continue;
    const Rgb own = i < points.shade.size() ? tint(colour, 0.25 + 0.75 * points.shade[i]) : colour;
    const Pixel inside{std::clamp(p.x, frame_.left, frame_.right()),
                       std::clamp(p.y, frame_.top, frame_.bottom())};
    if (!taken.add(inside, own)) continue;
    const bool outside = std::abs(inside.x - p.x) > 0.01 || std::abs(inside.y - p.y) > 0.01;
    draw_point(points, inside, outside ? hollow(own) : shaded ? paint("fill", own) : std::string());
  }
  out_.close();
}

void SvgMarks::draw_point(const Points& points, Pixel at, const std::string& style) {
  const double r = points.radius;
  if (points.marker == Marker::Square) {
    out_.rect(at.x - r, at.y - r, 2 * r, 2 * r, style);
  } else {
    out_.circle(at, r, style);
  }
}

void SvgMarks::draw(const Field& field, Rgb colour) {
  // The lowest band is white and not empty: rules of the axes would show through.
  std::vector<double> levels = band_levels(field);
  levels.insert(levels.begin(), std::numeric_limits<double>::lowest());
  out_.open_clip(frame_.left, frame_.top, frame_.width, frame_.height);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    std::vector<std::vector<Pixel>> rings;
    for (const std::vector<Place>& polygon : area_above(field, levels[k])) {
      std::vector<Pixel> ring;
      for (const Place& corner : polygon) ring.push_back(at(corner.x, corner.y));
      if (std::all_of(ring.begin(), ring.end(), visible)) rings.push_back(std::move(ring));
    }
    const double strength =
        static_cast<double>(k) / static_cast<double>(std::max<std::size_t>(levels.size() - 1, 1));
    if (!rings.empty()) out_.path(rings, paint("fill", tint(colour, strength)));
  }
  out_.close();
}

void SvgMarks::draw(const Band& band, Rgb colour) {
  std::vector<Pixel> low;
  std::vector<Pixel> high;
  const std::size_t count = std::min({band.x.size(), band.low.size(), band.high.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const Pixel a = at(band.x[i], band.low[i]);
    const Pixel b = at(band.x[i], band.high[i]);
    if (!visible(a) || !visible(b)) continue;
    low.push_back(a);
    high.push_back(b);
  }
  if (low.empty()) return;
  high.insert(high.end(), low.rbegin(), low.rend());
  out_.open_clip(frame_.left, frame_.top, frame_.width, frame_.height);
  out_.polygon(high, paint("fill", colour) + " fill-opacity=\"0.18\"");
  out_.close();
}

void SvgMarks::draw(const Bars& bars, Rgb colour) {
  const Scale& along = bars.horizontal ? scales_.x : scales_.y;
  const double base = along.kind() == AxisScale::Log ? along.low() : 0.0;
  out_.open_clip(frame_.left, frame_.top, frame_.width, frame_.height);
  for (std::size_t i = 0; i < std::min(bars.position.size(), bars.length.size()); ++i) {
    const auto corner = [&](double across, double length) {
      return bars.horizontal ? at(length, across) : at(across, length);
    };
    const Pixel a = corner(bars.position[i] - 0.38, base);
    const Pixel b = corner(bars.position[i] + 0.38, bars.length[i]);
    if (!visible(a) || !visible(b)) continue;
    out_.rect(std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y),
              paint("fill", colour) + " fill-opacity=\"0.85\" rx=\"1.5\"");
  }
  out_.close();
}

void SvgMarks::draw(const Boxes& boxes, Rgb colour) {
  for (std::size_t i = 0; i < std::min(boxes.position.size(), boxes.boxes.size()); ++i) {
    draw_box(boxes.position[i], boxes.boxes[i], colour);
  }
}

void SvgMarks::draw_box(double position, const BoxSummary& box, Rgb colour) {
  const Pixel top = at(position - 0.28, box.upper);
  const Pixel bottom = at(position + 0.28, box.lower);
  const Pixel high = at(position, box.whisker_high);
  const Pixel low = at(position, box.whisker_low);
  if (!visible(top) || !visible(bottom) || !visible(high) || !visible(low)) return;
  const std::string edge = paint("stroke", colour) + " stroke-width=\"1.4\"";
  out_.open_clip(frame_.left, frame_.top, frame_.width, frame_.height);
  out_.line(high, {high.x, top.y}, edge);
  out_.line(low, {low.x, bottom.y}, edge);
  out_.rect(top.x, top.y, bottom.x - top.x, bottom.y - top.y, paint("fill", tint(colour, 0.25)) + " " + edge);
  const double median = at(position, box.median).y;
  out_.line({top.x, median}, {bottom.x, median}, paint("stroke", colour) + " stroke-width=\"2.4\"");
  out_.close();
  draw(Points{std::vector<double>(box.outliers.size(), position), box.outliers, {}, 2.2}, colour);
}

}  // namespace hone::plot
