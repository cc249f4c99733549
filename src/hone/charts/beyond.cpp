// SPDX-License-Identifier: MIT
#include "hone/charts/beyond.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"

namespace hone::charts {
namespace {

using plot::Marker;

constexpr std::array<Marker, 4> kSides = {Marker::Up, Marker::Down, Marker::Right, Marker::Left};
constexpr double kArrowRadius = 4.0;

std::size_t side_index(Marker side) {
  return static_cast<std::size_t>(std::find(kSides.begin(), kSides.end(), side) - kSides.begin());
}

/// Behind which end a place lies: of the upright axis, if of both.
class FrameEnds {
 public:
  explicit FrameEnds(const plot::Chart& chart) : x_(chart.x), y_(chart.y) {}

  std::optional<Marker> side_of(double x, double y) const {
    if (!usable(x_, x) || !usable(y_, y)) return std::nullopt;
    if (above(y_, y)) return Marker::Up;
    if (below(y_, y)) return Marker::Down;
    if (above(x_, x)) return Marker::Right;
    if (below(x_, x)) return Marker::Left;
    return std::nullopt;
  }

 private:
  static bool usable(const plot::Axis& axis, double value) {
    return std::isfinite(value) && (axis.scale == plot::AxisScale::Linear || value > 0.0);
  }
  static bool above(const plot::Axis& axis, double value) {
    return axis.categories.empty() && !axis.bare && axis.high && value > *axis.high;
  }
  static bool below(const plot::Axis& axis, double value) {
    return axis.categories.empty() && !axis.bare && axis.low && value < *axis.low;
  }

  const plot::Axis& x_;
  const plot::Axis& y_;
};

/// The arrows of one series, by side.
class Arrows {
 public:
  explicit Arrows(int colour) : colour_(colour) {
    for (std::size_t i = 0; i < kSides.size(); ++i) {
      of_side_[i].marker = kSides[i];
      of_side_[i].radius = kArrowRadius;
    }
  }

  void add(Marker side, double x, double y, std::optional<std::int64_t> number) {
    plot::Dots& arrows = of_side_[side_index(side)];
    arrows.x.push_back(x);
    arrows.y.push_back(y);
    if (number) arrows.numbers.push_back(*number);
  }

  /// Where choices stand across, those of one choice hide each other: they become one arrow with their
  /// number.
  void merge_by_choice() {
    for (plot::Dots& arrows : of_side_) {
      const bool up = arrows.marker == Marker::Up;
      std::map<double, std::pair<double, std::int64_t>> by_choice;
      for (std::size_t i = 0; i < arrows.x.size(); ++i) {
        auto& [furthest, count] = by_choice.try_emplace(arrows.x[i], arrows.y[i], 0).first->second;
        furthest = up ? std::max(furthest, arrows.y[i]) : std::min(furthest, arrows.y[i]);
        ++count;
      }
      if (by_choice.size() == arrows.x.size()) continue;
      plot::Dots merged{.x = {}, .y = {}, .radius = arrows.radius, .marker = arrows.marker};
      for (const auto& [x, group] : by_choice) {
        merged.x.push_back(x);
        merged.y.push_back(group.first);
        merged.counts.push_back(group.second);
      }
      arrows = std::move(merged);
    }
  }

  void move_to(std::vector<plot::Series>& series) {
    for (plot::Dots& arrows : of_side_)
      if (!arrows.x.empty()) series.push_back({.marks = std::move(arrows), .colour = colour_});
  }

 private:
  int colour_;
  std::array<plot::Dots, 4> of_side_ = {};
};

template <class T>
void keep(std::vector<T>& list, const std::vector<std::size_t>& places, std::size_t size) {
  if (list.size() != size) return;
  std::vector<T> kept;
  for (const std::size_t i : places) kept.push_back(std::move(list[i]));
  list = std::move(kept);
}

/// Takes the points behind an end out of `points`.
void take_points(plot::Dots& points, const FrameEnds& ends, Arrows& arrows) {
  std::vector<std::size_t> inside;
  const std::size_t size = std::min(points.x.size(), points.y.size());
  for (std::size_t i = 0; i < size; ++i) {
    const std::optional<Marker> side = ends.side_of(points.x[i], points.y[i]);
    if (!side) {
      inside.push_back(i);
      continue;
    }
    arrows.add(*side, points.x[i], points.y[i],
               i < points.numbers.size() ? std::optional(points.numbers[i]) : std::nullopt);
  }
  if (inside.size() == size) return;
  keep(points.x, inside, size);
  keep(points.y, inside, size);
  keep(points.shade, inside, size);
  keep(points.radii, inside, size);
  keep(points.numbers, inside, size);
}

/// Where the line of each trial first lies behind an end.
void follow_lines(const plot::Line& line, const FrameEnds& ends, Arrows& arrows) {
  std::set<std::pair<std::int64_t, Marker>> seen;
  for (std::size_t i = 0; i < line.numbers.size(); ++i) {
    const std::optional<Marker> side = ends.side_of(line.x[i], line.y[i]);
    if (side && seen.insert({line.numbers[i], *side}).second)
      arrows.add(*side, line.x[i], line.y[i], line.numbers[i]);
  }
}

struct SideTotal {
  std::int64_t count = 0;
  std::optional<double> furthest = {};
  std::size_t first = 0;  ///< the series that is named after it
};

SideTotal total_of(const plot::Chart& chart, Marker side, const std::vector<bool>& repeats) {
  SideTotal total{.first = chart.series.size()};
  std::set<std::int64_t> numbers;
  const bool upright = side == Marker::Up || side == Marker::Down;
  const bool high = side == Marker::Up || side == Marker::Right;
  for (std::size_t k = 0; k < chart.series.size(); ++k) {
    const plot::Dots* arrows = std::get_if<plot::Dots>(&chart.series[k].marks);
    if (arrows == nullptr || arrows->marker != side) continue;
    if (!repeats[k]) total.first = std::min(total.first, k);
    for (std::size_t i = 0; i < arrows->x.size(); ++i) {
      const double value = upright ? arrows->y[i] : arrows->x[i];
      if (!total.furthest || (high ? value > *total.furthest : value < *total.furthest))
        total.furthest = value;
      if (repeats[k]) continue;
      const bool known = i < arrows->numbers.size();
      if (known && !numbers.insert(arrows->numbers[i]).second) continue;
      total.count += i < arrows->counts.size() ? arrows->counts[i] : 1;
    }
  }
  return total;
}

void tell_axis(plot::Chart& chart, plot::Axis& axis, Marker low, Marker high,
               const std::vector<bool>& repeats) {
  const SideTotal below = total_of(chart, low, repeats);
  const SideTotal above = total_of(chart, high, repeats);
  if (below.count + above.count == 0) return;
  axis.beyond = {below.count, above.count, below.furthest.value_or(0.0), above.furthest.value_or(0.0)};
  if (below.count > 0)
    chart.series[below.first].name = beyond_words({.low = below.count, .least = *below.furthest});
  if (above.count > 0)
    chart.series[above.first].name = beyond_words({.high = above.count, .most = *above.furthest});
  add_note(chart, beyond_note(axis.label, *axis.beyond));
}

}  // namespace

void mark_beyond(plot::Chart& chart) {
  const FrameEnds ends(chart);
  std::vector<plot::Series> series;
  std::vector<bool> repeats;
  for (plot::Series& one : chart.series) {
    Arrows arrows(one.colour);
    bool star = false;
    if (plot::Dots* points = std::get_if<plot::Dots>(&one.marks); points && !is_arrow(points->marker)) {
      star = points->marker == Marker::Star;
      take_points(*points, ends, arrows);
    } else if (const plot::Line* line = std::get_if<plot::Line>(&one.marks)) {
      follow_lines(*line, ends, arrows);
    }
    series.push_back(std::move(one));
    if (!chart.x.categories.empty()) arrows.merge_by_choice();
    arrows.move_to(series);
    repeats.resize(series.size(), star);
  }
  chart.series = std::move(series);
  tell_axis(chart, chart.x, Marker::Left, Marker::Right, repeats);
  tell_axis(chart, chart.y, Marker::Down, Marker::Up, repeats);
}

std::string beyond_words(const plot::Beyond& beyond) {
  std::vector<std::string> parts;
  if (beyond.high > 0) parts.push_back(text(beyond.high, " beyond, up to ", short_number(beyond.most)));
  if (beyond.low > 0) parts.push_back(text(beyond.low, " below, down to ", short_number(beyond.least)));
  return join(parts, "; ");
}

std::string beyond_note(const std::string& name, const plot::Beyond& beyond) {
  const std::int64_t count = beyond.low + beyond.high;
  if (count == 0) return "";
  std::string far;
  if (beyond.high > 0) far = "up to " + short_number(beyond.most);
  if (beyond.low > 0) far += (far.empty() ? "down to " : " and down to ") + short_number(beyond.least);
  return text(counted(count, "value"), " of ", name, count == 1 ? " lies" : " lie",
              " beyond the ends of the axis, ", far, "; ",
              count == 1 ? "an arrow there counts it." : "arrows there count them.");
}

void add_note(plot::Chart& chart, const std::string& sentence) {
  if (sentence.empty()) return;
  chart.note += (chart.note.empty() ? "" : " ") + sentence;
}

}  // namespace hone::charts
