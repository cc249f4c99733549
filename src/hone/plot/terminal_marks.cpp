// SPDX-License-Identifier: MIT
#include "hone/plot/terminal_marks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hone/plot/contour.hpp"
#include "hone/plot/density.hpp"

namespace hone::plot {
namespace {

constexpr int kNowhere = -1000000;

int dots_of(double place, int size) {
  if (!std::isfinite(place)) return kNowhere;
  return static_cast<int>(std::lround(std::clamp(place, -10.0, 10.0) * (size - 1)));
}

/// The character of a mark that is more than a point; empty for those that are not.
std::string sign_of(Marker marker, bool unicode) {
  switch (marker) {
    case Marker::Cross:
      return unicode ? "×" : "x";
    case Marker::Triangle:
      return unicode ? "▵" : "^";
    case Marker::Star:
      return unicode ? "★" : "*";
    case Marker::Up:
      return unicode ? "▲" : "^";
    case Marker::Down:
      return unicode ? "▼" : "v";
    case Marker::Right:
      return unicode ? "▶" : ">";
    case Marker::Left:
      return unicode ? "◀" : "<";
    case Marker::Circle:
    case Marker::Square:
      break;
  }
  return "";
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

void TerminalMarks::draw(const Dots& points, int colour) {
  // A character is easier to see than a dot; dots take over where characters would hide each other.
  const std::size_t count = std::min(points.x.size(), points.y.size());
  const std::size_t room =
      static_cast<std::size_t>(canvas_.width()) * static_cast<std::size_t>(canvas_.height());
  const bool few = !unicode_ || count * 48 < room;
  const std::string sign = points.sign.empty() ? sign_of(points.marker, unicode_) : points.sign;
  for (std::size_t i = 0; i < count; ++i) {
    const int x = x_of(points.x[i]);
    const int y = y_of(points.y[i]);
    if (x == kNowhere || y == kNowhere) continue;
    const int inside_x = std::clamp(x, 0, canvas_.width() - 1);
    const int inside_y = std::clamp(y, 0, canvas_.height() - 1);
    if ((inside_x != x || inside_y != y) && sign.empty()) {
      canvas_.glyph(inside_x, inside_y, unicode_ ? "◦" : "^", colour);
    } else if (!sign.empty()) {
      canvas_.glyph(inside_x, inside_y, sign, colour);
      if (i < points.counts.size())
        write_beside(inside_x, inside_y, std::to_string(points.counts[i]), colour);
    } else if (few) {
      canvas_.glyph(x, y, unicode_ ? "•" : "o", colour);
    } else {
      canvas_.dot(x, y, colour);
    }
  }
}

void TerminalMarks::write_beside(int x, int y, const std::string& digits, int colour) {
  const int wide = canvas_.cell_width();
  const int length = static_cast<int>(digits.size());
  const bool before = x + (length + 1) * wide > canvas_.width();
  const int start = before ? x - length * wide : x + wide;
  for (int i = 0; i < length; ++i)
    canvas_.glyph(start + i * wide, y, digits.substr(static_cast<std::size_t>(i), 1), colour);
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
    draw(Dots{std::vector<double>(box.outliers.size(), boxes.position[i]), box.outliers}, colour);
  }
}

void TerminalMarks::draw(const Surface& field, int colour) {
  const auto columns = static_cast<std::size_t>(std::max(field.columns, 0));
  const auto rows = static_cast<std::size_t>(std::max(field.rows, 0));
  if (!field.in_terminal || columns < 2 || rows < 2 || field.values.size() != columns * rows) return;
  const auto [low, high] = finite_range(field);
  static constexpr std::array<const char*, 5> kFine = {"", "░", "▒", "▓", "█"};
  static constexpr std::array<const char*, 5> kCoarse = {"", ".", ":", "+", "#"};
  for (int y = 0; y < canvas_.height(); ++y) {
    for (int x = 0; x < canvas_.width(); ++x) {
      const double across = static_cast<double>(x) / std::max(1, canvas_.width() - 1);
      const double up = 1.0 - static_cast<double>(y) / std::max(1, canvas_.height() - 1);
      const auto column = static_cast<std::size_t>(std::lround(across * static_cast<double>(columns - 1)));
      const auto row = static_cast<std::size_t>(std::lround(up * static_cast<double>(rows - 1)));
      const double value = field.values[row * columns + column];
      if (!std::isfinite(value) || !(high > low)) continue;
      const auto shade = static_cast<std::size_t>(std::min(4.0, 5.0 * (value - low) / (high - low)));
      if (shade > 0) canvas_.glyph(x, y, unicode_ ? kFine[shade] : kCoarse[shade], colour);
    }
  }
}

void TerminalMarks::draw(const Spans& spans, int colour) {
  const std::size_t count = std::min({spans.row.size(), spans.begin.size(), spans.end.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const int x0 = x_of(spans.begin[i]);
    const int x1 = x_of(spans.end[i]);
    const int y0 = y_of(spans.row[i] - 0.3);
    const int y1 = y_of(spans.row[i] + 0.3);
    if (x0 == kNowhere || x1 == kNowhere || y0 == kNowhere || y1 == kNowhere) continue;
    canvas_.fill(x0, y0, std::max(x0, x1 - 1), y1, colour);
  }
}

/// Dots have no shades, so only the strokes by which most rows pass are drawn: so many as can be told apart.
void TerminalMarks::draw_density(const Parallel& parallel) {
  constexpr std::size_t kStrokes = 24;  // between two axes
  struct Way {
    std::size_t pair;
    double from;
    double to;
    double strength;
  };
  std::vector<Way> ways;
  CoarseDensity(parallel, 16).each([&](std::size_t pair, double from, double to, double strength) {
    ways.push_back({pair, from, to, strength});
  });
  std::stable_sort(ways.begin(), ways.end(),
                   [](const Way& a, const Way& b) { return a.strength > b.strength; });
  ways.resize(std::min(ways.size(), kStrokes * parallel.density.size()));
  const auto height = [&](double share) { return canvas_.height() - 1 - dots_of(share, canvas_.height()); };
  for (const Way& way : ways) {
    const auto left = static_cast<double>(way.pair);
    canvas_.line(x_of(left), height(way.from), x_of(left + 1.0), height(way.to), kGrey);
  }
}

void TerminalMarks::draw(const Parallel& parallel, int colour) {
  draw_density(parallel);
  std::vector<Scale> scales;
  for (const Axis& axis : parallel.axes) scales.emplace_back(axis, std::vector<double>{});
  for (std::size_t i = 0; i < parallel.rows.size(); ++i) {
    // Shades cannot be shown here, so the pale half steps back.
    const bool pale = i < parallel.shade.size() && parallel.shade[i] < 0.75;
    int last_x = kNowhere;
    int last_y = kNowhere;
    for (std::size_t j = 0; j < std::min(scales.size(), parallel.rows[i].size()); ++j) {
      const int x = x_of(static_cast<double>(j));
      const int up = dots_of(std::clamp(scales[j].place(parallel.rows[i][j]), 0.0, 1.0), canvas_.height());
      const int y = up == kNowhere ? kNowhere : canvas_.height() - 1 - up;
      const bool placed = x != kNowhere && y != kNowhere;
      if (placed && last_x != kNowhere) canvas_.line(last_x, last_y, x, y, pale ? kGrey : colour);
      last_x = placed ? x : kNowhere;
      last_y = y;
    }
  }
}

std::string legend_sign(const Series& series, bool unicode) {
  if (std::holds_alternative<Line>(series.marks) || std::holds_alternative<Parallel>(series.marks))
    return unicode ? "━" : "-";
  if (const Dots* points = std::get_if<Dots>(&series.marks)) {
    if (!points->sign.empty()) return "";
    const std::string sign = sign_of(points->marker, unicode);
    return !sign.empty() ? sign : unicode ? "•" : "o";
  }
  return unicode ? "█" : "#";
}

}  // namespace hone::plot
