// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// What a picture shows, apart from how it is drawn: the same Figure goes to an SVG file and to a terminal.
// Values that are not finite are left out (and break a line); so are values <= 0 on a logarithmic axis.
namespace hone::plot {

enum class AxisScale { Linear, Log };

/// How many values lie behind the ends of an axis, and how far the furthest of them.
struct Beyond {
  std::int64_t low = 0;   ///< below the low end
  std::int64_t high = 0;  ///< above the high end
  double least = 0.0;     ///< when there are some below
  double most = 0.0;      ///< when there are some above
  friend bool operator==(const Beyond&, const Beyond&) = default;
};

struct Axis {
  std::string label = {};
  AxisScale scale = AxisScale::Linear;
  /// Ends of the axis; those not given come from the data, widened to a margin. Points outside are drawn
  /// at the edge, hollow unless they are arrows.
  std::optional<double> low = {};
  std::optional<double> high = {};
  /// Names of the positions 0, 1, 2, ...; the axis then shows these instead of numbers.
  std::vector<std::string> categories = {};
  /// Marks at whole numbers only.
  bool whole = false;
  /// Nothing of it is drawn but its label: for marks that bring axes of their own.
  bool bare = false;
  /// What is not seen in its place, for those who tell it.
  std::optional<Beyond> beyond = {};
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// Points joined by straight lines or, when stepped, held level until the next point.
struct Line {
  std::vector<double> x;
  std::vector<double> y;
  bool stepped = false;
  bool dashed = false;
  double width = 2.0;                      ///< pixels
  std::vector<std::int64_t> numbers = {};  ///< the trial that each point belongs to, as in Dots
};

/// The last four are arrows: a point at an end of an axis whose true place lies behind that end.
enum class Marker { Circle, Square, Cross, Triangle, Star, Up, Down, Right, Left };

constexpr bool is_arrow(Marker marker) { return marker >= Marker::Up; }

/// Single points. A shade in [0, 1] for each, when given, goes from pale to full colour. A sign, one column
/// wide, stands for them in a terminal, where colours may be missing.
struct Dots {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> shade = {};
  double radius = 3.0;
  std::string sign = {};
  Marker marker = Marker::Circle;
  /// A white edge around each point, so that it stands out from a field behind it.
  bool halo = false;
  /// The trial that each point stands for, for those who can point at one; empty when they stand for none.
  std::vector<std::int64_t> numbers = {};
  /// How many values each point stands for; one when empty. Arrows say it.
  std::vector<std::int64_t> counts = {};
  std::vector<double> radii = {};  ///< pixels, for each point; `radius` when empty
  std::optional<Axis> shade_axis =
      {};                              ///< what shades mean: from pale at its low end to full at its high end
  std::optional<Axis> size_axis = {};  ///< what radii mean: areas grow from its low end to its high end
};

/// A filled region between two curves, for intervals around a line.
struct Band {
  std::vector<double> x;
  std::vector<double> low;
  std::vector<double> high;
};

/// Bars from 0 (from the edge of a logarithmic axis) to `length`, one at each position; they lie when
/// horizontal.
struct Bars {
  std::vector<double> position;
  std::vector<double> length;
  bool horizontal = false;
};

/// The five numbers of a box plot, and the values outside its whiskers.
struct BoxSummary {
  double whisker_low = 0.0;
  double lower = 0.0;
  double median = 0.0;
  double upper = 0.0;
  double whisker_high = 0.0;
  std::vector<double> outliers = {};
};

/// Upright boxes, one at each position of the x axis.
struct Boxes {
  std::vector<double> position;
  std::vector<BoxSummary> boxes;
};

/// A function of two variables on a rectangle, drawn as bands between evenly spaced levels, pale where it is
/// low and in full colour where it is high. The values are those at columns x rows places that reach from
/// border to border, evenly on the scales of the axes, from low x to high x and row after row from low y to
/// high y. Around one that is not finite nothing is drawn, and nothing at all in a terminal unless asked for.
struct Surface {
  double x_low = 0.0;
  double x_high = 1.0;
  double y_low = 0.0;
  double y_high = 1.0;
  int columns = 0;
  int rows = 0;
  std::vector<double> values = {};
  int bands = 10;
  bool in_terminal = false;  ///< as a background of characters; points stand on it
};

/// Bars from `begin` to `end` along the x axis, one above the other by `row`: who did what when. The rows are
/// the categories of the y axis.
struct Spans {
  std::vector<double> row;
  std::vector<double> begin;
  std::vector<double> end;
  /// The trial of each bar, as in Dots; below 0 where a bar stands for several that are too short to be told
  /// apart.
  std::vector<std::int64_t> numbers = {};
};

/// Parallel coordinates: upright axes side by side at 0, 1, 2, ... (the categories of the x axis name them),
/// each with ends and labels of its own, and a line through all of them for each row. rows[i][j] is a value
/// on axes[j]; where it is not finite the line has a gap. A shade in [0, 1] for each row goes from pale to
/// full colour. Only the first series of a chart draws the axes, so all have the same.
struct Parallel {
  std::vector<Axis> axes;
  std::vector<std::vector<double>> rows;
  std::vector<double> shade = {};
  std::optional<std::size_t> shade_axis = {};  ///< the axis whose values the shades follow
  double width = 1.0;                          ///< pixels
  std::vector<std::int64_t> numbers = {};      ///< of the trials that the rows are; may be empty
  /// Of more rows than can be drawn, how many pass from each cell of an axis to each cell of the next: for
  /// each pair of neighbours cells x cells counts, those of the lowest cell of the left axis first. Cells are
  /// equally high; what lies behind an end is in the last one.
  int cells = 0;
  std::vector<std::vector<std::int64_t>> density = {};
};

using Marks = std::variant<Line, Dots, Band, Bars, Boxes, Surface, Spans, Parallel>;

/// Index into the palette for things that should stay in the background.
inline constexpr int kGrey = -1;

struct Series {
  std::string name = {};  ///< stands in the legend unless empty
  Marks marks;
  int colour = 0;  ///< index into the palette, which repeats; or kGrey
};

/// A part of the x axis from `begin` to the next one, set off by a faint line with a label on top.
struct Section {
  double begin = 0.0;
  std::string label = {};
  friend bool operator==(const Section&, const Section&) = default;
};

/// One pair of axes and what is drawn between them, first series at the back.
struct Chart {
  std::string title = {};
  Axis x = {};
  Axis y = {};
  std::vector<Series> series = {};
  /// In ascending order; those whose label would touch the one before are left out.
  std::vector<Section> sections = {};
  std::string note = {};  ///< a sentence under the picture: what to know before relying on it
};

/// A grid of charts, row by row.
struct Figure {
  std::string title = {};
  std::string subtitle = {};
  std::vector<Chart> charts = {};
  int columns = 1;
  double chart_width = 640;   ///< pixels of one cell
  double chart_height = 400;  ///< pixels of one cell
};

/// What the charts of a figure note, each note once.
std::vector<std::string> notes_of(const Figure& figure);

/// Quartiles by linear interpolation; whiskers at the furthest values within 1.5 times the quartile distance.
/// Values that are not finite are ignored; without any value all numbers are NaN and nothing is drawn.
BoxSummary summarize(std::span<const double> values);

/// An interval that shows what matters when a few values are far off: everything from the best value up to
/// the upper quartile plus twice the distance from best to that quartile (mirrored when larger is better).
/// The whole range when no value lies further out. Nothing without finite values.
std::optional<std::pair<double, double>> focus_range(std::span<const double> values, bool larger_is_better);

}  // namespace hone::plot
