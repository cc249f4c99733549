// SPDX-License-Identifier: MIT
#include "hone/plot/svg_marks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <unordered_set>

#include "hone/base/words.hpp"
#include "hone/plot/contour.hpp"
#include "hone/plot/density.hpp"

namespace hone::plot {
namespace {

bool visible(Pixel p) { return std::isfinite(p.x) && std::isfinite(p.y); }

std::string paint(std::string_view name, Rgb colour) {
  return std::string(name) + "=\"" + hex(colour) + "\"";
}

/// Steps between the palest and the full colour.
constexpr int kShades = 12;
constexpr std::size_t kManyPoints = 500;

/// Remembers which places are taken, in steps of half a pixel and of shade.
class Taken {
 public:
  bool add(Pixel p, int shade) {
    const auto x = static_cast<std::uint64_t>(std::llround(2.0 * p.x) & 0xFFFFFF);
    const auto y = static_cast<std::uint64_t>(std::llround(2.0 * p.y) & 0xFFFFFF);
    return seen_.insert(x << 40 | y << 16 | static_cast<std::uint64_t>(shade)).second;
  }

 private:
  std::unordered_set<std::uint64_t> seen_;
};

/// Corners of a star with five rays, or of a triangle on its base or turned as an arrow, around a centre.
std::vector<Pixel> corners_of(Marker marker, Pixel at, double radius) {
  const bool star = marker == Marker::Star;
  const int count = star ? 10 : 3;
  const double turn = marker == Marker::Down    ? std::numbers::pi
                      : marker == Marker::Right ? 0.5 * std::numbers::pi
                      : marker == Marker::Left  ? 1.5 * std::numbers::pi
                                                : 0.0;
  std::vector<Pixel> corners;
  for (int i = 0; i < count; ++i) {
    const double angle = turn + 2.0 * std::numbers::pi * i / count;
    const double reach = star && i % 2 == 1 ? 0.45 * radius : radius;
    corners.push_back({at.x + reach * std::sin(angle), at.y - reach * std::cos(angle)});
  }
  return corners;
}

}  // namespace

void draw_marker(SvgWriter& out, Marker marker, Pixel at, double radius, const std::string& style) {
  const double r = radius;
  switch (marker) {
    case Marker::Circle:
      out.circle(at, r, style);
      break;
    case Marker::Square:
      out.rect(at.x - r, at.y - r, 2 * r, 2 * r, style);
      break;
    case Marker::Cross: {
      // Filled like all others, so that one style serves: two bars that cross.
      const double w = 0.28 * r;
      out.path({{{at.x - r, at.y - r + w},
                 {at.x - r + w, at.y - r},
                 {at.x + r, at.y + r - w},
                 {at.x + r - w, at.y + r}},
                {{at.x + r - w, at.y - r},
                 {at.x + r, at.y - r + w},
                 {at.x - r + w, at.y + r},
                 {at.x - r, at.y + r - w}}},
               style);
      break;
    }
    case Marker::Triangle:
    case Marker::Up:
    case Marker::Down:
    case Marker::Right:
    case Marker::Left:
    case Marker::Star:
      out.polygon(corners_of(marker, at, marker == Marker::Star ? 1.5 * r : 1.2 * r), style);
      break;
  }
}

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
  const std::string style = paint("stroke", colour) + " stroke-width=\"" + short_number(line.width, 3) +
                            "\" stroke-linejoin=\"round\"" + (line.dashed ? " stroke-dasharray=\"6 4\"" : "");
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

/// Arrows stand inside of the end that they point at, with the number of values that each stands for.
void SvgMarks::draw_arrows(const Dots& arrows, Rgb colour) {
  Taken taken;
  const double room = 1.2 * arrows.radius;
  out_.open(paint("fill", colour));
  for (std::size_t i = 0; i < std::min(arrows.x.size(), arrows.y.size()); ++i) {
    const Pixel p = at(arrows.x[i], arrows.y[i]);
    if (!visible(p)) continue;
    const bool upright = arrows.marker == Marker::Up || arrows.marker == Marker::Down;
    const double aside = upright ? 0.0 : room, over = upright ? room : 0.0;
    const Pixel inside{std::clamp(p.x, frame_.left + aside, frame_.right() - aside),
                       std::clamp(p.y, frame_.top + over, frame_.bottom() - over)};
    if (taken.add(inside, 0)) draw_marker(out_, arrows.marker, inside, arrows.radius, "");
    if (i >= arrows.counts.size()) continue;
    const bool left_of = arrows.marker == Marker::Right || inside.x > frame_.right() - 30;
    out_.text({inside.x + (left_of ? -1.0 : 1.0) * (room + 2), inside.y + 4},
              std::to_string(arrows.counts[i]),
              std::string("font-size=\"11\" font-weight=\"600\" stroke=\"#ffffff\" stroke-width=\"3\" "
                          "paint-order=\"stroke\" text-anchor=\"") +
                  (left_of ? "end\"" : "start\""));
  }
  out_.close();
}

void SvgMarks::draw(const Dots& points, Rgb colour) {
  if (is_arrow(points.marker)) return draw_arrows(points, colour);
  Taken taken;
  const std::size_t count = std::min(points.x.size(), points.y.size());
  // So many are written as dots of one path: a quarter of the bytes, and quick to draw.
  const bool as_dots =
      count > kManyPoints && points.marker == Marker::Circle && !points.halo && points.radii.empty();
  std::array<std::vector<Pixel>, kShades + 1> dots;
  out_.open((points.halo ? "stroke=\"#ffffff\" " : "fill-opacity=\"0.8\" ") + paint("fill", colour));
  for (std::size_t i = 0; i < count; ++i) {
    const Pixel p = at(points.x[i], points.y[i]);
    if (!visible(p)) continue;
    const bool shaded = i < points.shade.size();
    const double strength = shaded ? 0.25 + 0.65 * std::clamp(points.shade[i], 0.0, 1.0) : 0.8;
    const int step = static_cast<int>(std::lround(strength * kShades));
    const Pixel inside{std::clamp(p.x, frame_.left, frame_.right()),
                       std::clamp(p.y, frame_.top, frame_.bottom())};
    if (points.radii.empty() && !taken.add(inside, step)) continue;
    const bool outside = std::abs(inside.x - p.x) > 0.01 || std::abs(inside.y - p.y) > 0.01;
    if (as_dots && !outside) {
      dots[static_cast<std::size_t>(step)].push_back(inside);
      continue;
    }
    const std::string style = outside
                                  ? "fill=\"#ffffff\" " + paint("stroke", colour) + " stroke-width=\"1.2\""
                              : shaded ? "fill-opacity=\"" + short_number(strength, 2) + "\""
                                       : std::string();
    draw_marker(out_, points.marker, inside, i < points.radii.size() ? points.radii[i] : points.radius,
                style);
  }
  out_.close();
  for (int step = 0; step <= kShades; ++step) {
    const std::vector<Pixel>& places = dots[static_cast<std::size_t>(step)];
    if (places.empty()) continue;
    out_.dots(places, paint("stroke", colour) + " stroke-width=\"" + short_number(2.0 * points.radius, 3) +
                          "\" stroke-opacity=\"" + short_number(static_cast<double>(step) / kShades, 2) +
                          "\"");
  }
}

void SvgMarks::draw(const Surface& field, Rgb colour) {
  // The lowest band is white and not empty: rules of the axes would show through.
  // Outlines are found in the unit square and then go to where its borders lie on the axes.
  Surface unit = field;
  unit.x_low = unit.y_low = 0.0;
  unit.x_high = unit.y_high = 1.0;
  const Pixel low = at(field.x_low, field.y_low);
  const Pixel high = at(field.x_high, field.y_high);
  std::vector<double> levels = band_levels(field);
  levels.insert(levels.begin(), std::numeric_limits<double>::lowest());
  out_.open_clip(frame_.left, frame_.top, frame_.width, frame_.height);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    std::vector<std::vector<Pixel>> rings;
    for (const std::vector<Place>& polygon : area_above(unit, levels[k])) {
      std::vector<Pixel> ring;
      for (const Place& corner : polygon)
        ring.push_back({std::lerp(low.x, high.x, corner.x), std::lerp(low.y, high.y, corner.y)});
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

void SvgMarks::draw(const Spans& spans, Rgb colour) {
  std::vector<std::vector<Pixel>> bars;
  const std::size_t count = std::min({spans.row.size(), spans.begin.size(), spans.end.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const Pixel a = at(spans.begin[i], spans.row[i] - 0.38);
    const Pixel b = at(spans.end[i], spans.row[i] + 0.38);
    if (!visible(a) || !visible(b)) continue;
    const double right = std::max(b.x, a.x + 0.6);  // even the shortest can be seen
    bars.push_back({{a.x, a.y}, {right, a.y}, {right, b.y}, {a.x, b.y}});
  }
  if (bars.empty()) return;
  out_.open_clip(frame_.left, frame_.top, frame_.width, frame_.height);
  out_.path(bars, paint("fill", colour) + " fill-opacity=\"0.85\"");
  out_.close();
}

/// A stroke from cell to cell, the stronger the more rows pass there, by the logarithm of their number.
void SvgMarks::draw_density(const Parallel& parallel, Rgb colour) {
  // Four cells as one: a picture of 16 times as many strokes says no more.
  const CoarseDensity coarse(parallel, 32);
  std::array<std::vector<std::vector<Pixel>>, kShades + 1> classes;
  coarse.each([&](std::size_t pair, double from, double to, double strength) {
    const double left = static_cast<double>(pair);
    const Pixel a{at(left, 0.0).x, frame_.bottom() - from * frame_.height};
    const Pixel b{at(left + 1.0, 0.0).x, frame_.bottom() - to * frame_.height};
    classes[static_cast<std::size_t>(std::lround(strength * kShades))].push_back({a, b});
  });
  for (int k = 0; k <= kShades; ++k) {
    const auto& runs = classes[static_cast<std::size_t>(k)];
    const double strength = 0.04 + 0.5 * k / kShades;
    if (!runs.empty())
      out_.strokes(runs, paint("stroke", colour) + " stroke-width=\"1.6\" stroke-opacity=\"" +
                             short_number(strength, 2) + "\"");
  }
}

void SvgMarks::draw(const Parallel& parallel, Rgb colour) {
  if (!parallel.density.empty()) draw_density(parallel, colour_of(kGrey));
  // Lines of nearly the same shade are one element: a thousand of them stay a small file.
  std::array<std::vector<std::vector<Pixel>>, kShades + 1> classes;
  std::vector<Scale> scales;
  for (const Axis& axis : parallel.axes) scales.emplace_back(axis, std::vector<double>{});
  for (std::size_t i = 0; i < parallel.rows.size(); ++i) {
    const double shade = i < parallel.shade.size() ? std::clamp(parallel.shade[i], 0.0, 1.0) : 1.0;
    auto& runs = classes[static_cast<std::size_t>(std::lround(shade * kShades))];
    std::vector<Pixel> run;
    for (std::size_t j = 0; j < std::min(scales.size(), parallel.rows[i].size()); ++j) {
      // The axes reach from border to border, whatever the chart's own y axis is.
      const double place = std::clamp(scales[j].place(parallel.rows[i][j]), 0.0, 1.0);
      const Pixel p{at(static_cast<double>(j), 0.0).x, frame_.bottom() - place * frame_.height};
      if (visible(p)) run.push_back(p);
      const bool ends = !visible(p) || j + 1 == scales.size();
      if (ends && run.size() > 1) runs.push_back(run);
      if (ends) run.clear();
    }
  }
  for (int k = 0; k <= kShades; ++k) {
    const auto& runs = classes[static_cast<std::size_t>(k)];
    // None is as pale as a density behind it.
    const double palest = parallel.density.empty() ? 0.2 : 0.5;
    const double strength = palest + (1.0 - palest) * k / kShades;
    if (!runs.empty())
      out_.strokes(runs, paint("stroke", colour) + " stroke-width=\"" + short_number(parallel.width, 3) +
                             "\" stroke-opacity=\"" + short_number(strength, 2) + "\"");
  }
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
  draw(Dots{std::vector<double>(box.outliers.size(), position), box.outliers, {}, 2.2}, colour);
}

}  // namespace hone::plot
