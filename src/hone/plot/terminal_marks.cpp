// SPDX-License-Identifier: MIT
#include "hone/plot/terminal_marks.hpp"

#include <algorithm>
#include <cmath>

namespace hone::plot {
namespace {

constexpr int kNowhere = -1000000;

int dots_of(double place, int size) {
  if (!std::isfinite(place)) return kNowhere;
  return static_cast<int>(std::lround(std::clamp(place, -10.0, 10.0) * (size - 1)));
}

}  // namespace

TerminalMarks::TerminalMarks(DotCanvas& canvas, const ChartScales& scales, bool unicode)
    : canvas_(canvas), scales_(scales), unicode_(unicode) {}

int TerminalMarks::x_of(double value) const { return dots_of(scales_.x.place(value), canvas_.width()); }

int TerminalMarks::y_of(double value) const {
  const int up = dots_of(scales_.y.place(value), canvas_.height());
  return up == kNowhere ? kNowhere : canvas_.height() - 1 - up;
}

void TerminalMarks::draw(const Series& series) {
  std::visit([&](const auto& marks) { draw(marks, series.colour); }, series.marks);
}

void TerminalMarks::draw(const Line& line, int colour) {
  int last_x = kNowhere;
  int last_y = kNowhere;
  for (std::size_t i = 0; i < std::min(line.x.size(), line.y.size()); ++i) {
    const int x = x_of(line.x[i]);
    const int y = y_of(line.y[i]);
    const bool placed = x != kNowhere && y != kNowhere;
    if (placed && last_x != kNowhere && line.stepped) {
      canvas_.line(last_x, last_y, x, last_y, colour);
      canvas_.line(x, last_y, x, y, colour);
    } else if (placed && last_x != kNowhere) {
      canvas_.line(last_x, last_y, x, y, colour);
    } else if (placed) {
      canvas_.dot(x, y, colour);
    }
    last_x = placed ? x : kNowhere;
    last_y = placed ? y : kNowhere;
  }
}

void TerminalMarks::draw(const Points& points, int colour) {
  // A character is easier to see than a dot; dots take over where characters would hide each other.
  const std::size_t count = std::min(points.x.size(), points.y.size());
  const std::size_t room =
      static_cast<std::size_t>(canvas_.width()) * static_cast<std::size_t>(canvas_.height());
  const bool few = !unicode_ || count * 48 < room;
  for (std::size_t i = 0; i < count; ++i) {
    const int x = x_of(points.x[i]);
    const int y = y_of(points.y[i]);
    if (x == kNowhere || y == kNowhere) continue;
    const int inside_x = std::clamp(x, 0, canvas_.width() - 1);
    const int inside_y = std::clamp(y, 0, canvas_.height() - 1);
    if (inside_x != x || inside_y != y) {
      canvas_.glyph(inside_x, inside_y, unicode_ ? "◦" : "^", colour);
    } else if (!points.sign.empty()) {
      canvas_.glyph(x, y, points.sign, colour);
    } else if (few) {
      canvas_.glyph(x, y, unicode_ ? "•" : "o", colour);
    } else {
      canvas_.dot(x, y, colour);
    }
  }
}

void TerminalMarks::draw(const Band& band, int colour) {
  if (!unicode_) return;  // too coarse: it would hide the line it belongs to
  const std::size_t count = std::min({band.x.size(), band.low.size(), band.high.size()});
  for (std::size_t i = 1; i < count; ++i) {
    const int x0 = x_of(band.x[i - 1]);
    const int x1 = x_of(band.x[i]);
    const int top = y_of(band.high[i]);
    const int bottom = y_of(band.low[i]);
    if (x0 == kNowhere || x1 == kNowhere || top == kNowhere || bottom == kNowhere) continue;
    // Every fifth dot: a veil through which lines stay visible.
    for (int x = x0; x < std::max(x1, x0 + 1); ++x) {
      for (int y = std::max(0, top); y <= std::min(bottom, canvas_.height() - 1); ++y) {
        if ((x + 2 * y) % 5 == 0) canvas_.dot(x, y, colour);
      }
    }
  }
}

void TerminalMarks::draw(const Bars& bars, int colour) {
  const Scale& along = bars.horizontal ? scales_.x : scales_.y;
  const double base = along.kind() == AxisScale::Log ? along.low() : 0.0;
  for (std::size_t i = 0; i < std::min(bars.position.size(), bars.length.size()); ++i) {
    const double from = bars.position[i] - 0.35;
    const double to = bars.position[i] + 0.35;
    const double length = bars.length[i];
    const int x0 = x_of(bars.horizontal ? base : from);
    const int x1 = x_of(bars.horizontal ? length : to);
    const int y0 = y_of(bars.horizontal ? from : base);
    const int y1 = y_of(bars.horizontal ? to : length);
    if (x0 == kNowhere || x1 == kNowhere || y0 == kNowhere || y1 == kNowhere) continue;
    canvas_.fill(x0, y0, x1, y1, colour);
  }
}

void TerminalMarks::draw(const Boxes& boxes, int colour) {
  for (std::size_t i = 0; i < std::min(boxes.position.size(), boxes.boxes.size()); ++i) {
    const BoxSummary& box = boxes.boxes[i];
    const int left = x_of(boxes.position[i] - 0.28);
    const int middle = x_of(boxes.position[i]);
    const int right = x_of(boxes.position[i] + 0.28);
    const int upper = y_of(box.upper);
    const int lower = y_of(box.lower);
    if (upper == kNowhere || lower == kNowhere || left == kNowhere) continue;
    canvas_.line(left, upper, right, upper, colour);
    canvas_.line(left, lower, right, lower, colour);
    canvas_.line(left, upper, left, lower, colour);
    canvas_.line(right, upper, right, lower, colour);
    canvas_.line(left, y_of(box.median), right, y_of(box.median), colour);
    canvas_.line(middle, upper, middle, y_of(box.whisker_high), colour);
    canvas_.line(middle, lower, middle, y_of(box.whisker_low), colour);
    draw(Points{std::vector<double>(box.outliers.size(), boxes.position[i]), box.outliers}, colour);
  }
}

void TerminalMarks::draw(const Field&, int) {}  // too coarse: it would hide the points drawn on it

std::string legend_sign(const Series& series, bool unicode) {
  if (std::holds_alternative<Line>(series.marks)) return unicode ? "━" : "-";
  if (const Points* points = std::get_if<Points>(&series.marks)) {
    return !points->sign.empty() ? "" : unicode ? "•" : "o";
  }
  return unicode ? "█" : "#";
}

}  // namespace hone::plot
