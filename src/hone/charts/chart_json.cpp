// SPDX-License-Identifier: MIT
#include "hone/charts/chart_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "hone/codec/shape.hpp"

namespace hone::charts {
namespace {

using codec::Json;
using Numbers = std::vector<double>;

constexpr const char* kMarkers[] = {"circle", "square", "cross", "triangle", "star",
                                    "up",     "down",   "right", "left"};

Json number_or_null(const std::optional<double>& number) {
  return number ? number_json(*number) : Json(nullptr);
}

double rounded(double number, int digits) {
  std::array<char, 40> word;
  const auto written = std::to_chars(word.data(), word.data() + word.size(), number,
                                     std::chars_format::scientific, digits - 1);
  double read = number;
  std::from_chars(word.data(), written.ptr, read);
  return read;
}

/// Which of `size` points are sent.
std::vector<std::size_t> kept_points(std::size_t size, std::size_t most) {
  std::vector<std::size_t> kept;
  if (size <= most || most < 2) {
    for (std::size_t i = 0; i < size; ++i) kept.push_back(i);
    return kept;
  }
  for (std::size_t i = 0; i < most; ++i) kept.push_back(i * (size - 1) / (most - 1));
  return kept;
}

/// The same for a line: a gap parts what does not belong together, so that gaps stay, and the points at their
/// sides.
std::vector<std::size_t> kept_of_line(const Numbers& y, std::size_t most) {
  std::vector<std::size_t> kept = kept_points(y.size(), most);
  if (kept.size() == y.size()) return kept;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (std::isfinite(y[i])) continue;
    for (std::size_t k = i > 0 ? i - 1 : 0; k <= i + 1 && k < y.size(); ++k) kept.push_back(k);
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

/// Only beside points whose trials are known.
void add_numbers(Json& marks, const std::vector<std::int64_t>& numbers,
                 const std::vector<std::size_t>& kept) {
  if (numbers.empty()) return;
  Json& list = marks["numbers"] = Json::array();
  for (const std::size_t i : kept)
    if (i < numbers.size()) list.push_back(numbers[i] < 0 ? Json(nullptr) : Json(numbers[i]));
}

Json axis_json(const plot::Axis& axis) {
  Json json = {{"label", axis.label},
               {"scale", axis.scale == plot::AxisScale::Log ? "log" : "linear"},
               {"low", number_or_null(axis.low)},
               {"high", number_or_null(axis.high)},
               {"categories", axis.categories},
               {"whole", axis.whole},
               {"bare", axis.bare}};
  if (axis.beyond)
    json["beyond"] = {{"low", axis.beyond->low},
                      {"high", axis.beyond->high},
                      {"least", number_json(axis.beyond->least)},
                      {"most", number_json(axis.beyond->most)}};
  return json;
}

struct MarksJson {
  std::size_t most;
  std::optional<int> digits;

  Json number(double value) const { return number_json(value, digits); }

  Json pick(const Numbers& numbers, const std::vector<std::size_t>& kept) const {
    Json list = Json::array();
    for (const std::size_t i : kept)
      if (i < numbers.size()) list.push_back(number(numbers[i]));
    return list;
  }

  /// Nobody tells more than a thousand shades apart.
  Json shades(const Numbers& shade, const std::vector<std::size_t>& kept) const {
    return MarksJson{most, digits ? std::optional<int>(std::min(3, *digits)) : std::nullopt}.pick(shade,
                                                                                                  kept);
  }

  Json all_of(const Numbers& numbers) const {
    return pick(numbers, kept_points(numbers.size(), numbers.size()));
  }

  Json operator()(const plot::Line& line) const {
    const auto kept = kept_of_line(line.y, most);
    Json marks = {{"type", "line"},          {"x", pick(line.x, kept)}, {"y", pick(line.y, kept)},
                  {"stepped", line.stepped}, {"dashed", line.dashed},   {"width", line.width}};
    add_numbers(marks, line.numbers, kept);
    return marks;
  }
  Json operator()(const plot::Dots& points) const {
    const auto kept = kept_points(points.x.size(), most);
    Json marks = {{"type", "points"},          {"x", pick(points.x, kept)},
                  {"y", pick(points.y, kept)}, {"shade", shades(points.shade, kept)},
                  {"radius", points.radius},   {"marker", kMarkers[static_cast<std::size_t>(points.marker)]},
                  {"halo", points.halo}};
    add_numbers(marks, points.numbers, kept);
    if (!points.counts.empty()) {
      Json& counts = marks["counts"] = Json::array();
      for (const std::size_t i : kept) counts.push_back(i < points.counts.size() ? points.counts[i] : 1);
    }
    if (!points.radii.empty()) marks["radii"] = MarksJson{most, 3}.pick(points.radii, kept);
    if (points.shade_axis) marks["shade_axis"] = axis_json(*points.shade_axis);
    if (points.size_axis) marks["size_axis"] = axis_json(*points.size_axis);
    return marks;
  }
  Json operator()(const plot::Band& band) const {
    const auto kept = kept_points(band.x.size(), most);
    return {{"type", "band"},
            {"x", pick(band.x, kept)},
            {"low", pick(band.low, kept)},
            {"high", pick(band.high, kept)}};
  }
  Json operator()(const plot::Bars& bars) const {
    return {{"type", "bars"},
            {"position", all_of(bars.position)},
            {"length", all_of(bars.length)},
            {"horizontal", bars.horizontal}};
  }
  Json operator()(const plot::Boxes& boxes) const {
    Json list = Json::array();
    for (const plot::BoxSummary& box : boxes.boxes)
      list.push_back({{"whisker_low", number(box.whisker_low)},
                      {"lower", number(box.lower)},
                      {"middle", number(box.median)},
                      {"upper", number(box.upper)},
                      {"whisker_high", number(box.whisker_high)},
                      {"outliers", pick(box.outliers, kept_points(box.outliers.size(), most))}});
    return {{"type", "boxes"}, {"position", all_of(boxes.position)}, {"boxes", list}};
  }
  Json operator()(const plot::Surface& field) const {
    return {{"type", "field"},      {"x_low", field.x_low},   {"x_high", field.x_high},
            {"y_low", field.y_low}, {"y_high", field.y_high}, {"columns", field.columns},
            {"rows", field.rows},   {"bands", field.bands},   {"values", all_of(field.values)}};
  }
  Json operator()(const plot::Spans& spans) const {
    const auto kept = kept_points(spans.row.size(), most);
    Json marks = {{"type", "spans"},
                  {"row", pick(spans.row, kept)},
                  {"begin", pick(spans.begin, kept)},
                  {"end", pick(spans.end, kept)}};
    add_numbers(marks, spans.numbers, kept);
    return marks;
  }
  Json operator()(const plot::Parallel& parallel) const {
    Json axes = Json::array();
    for (const plot::Axis& axis : parallel.axes) axes.push_back(axis_json(axis));
    Json rows = Json::array();
    const auto kept = kept_points(parallel.rows.size(), most);
    for (const std::size_t i : kept) rows.push_back(all_of(parallel.rows[i]));
    Json marks = {{"type", "parallel"},
                  {"axes", axes},
                  {"rows", rows},
                  {"shade", shades(parallel.shade, kept)},
                  {"shade_axis", parallel.shade_axis ? Json(*parallel.shade_axis) : Json(nullptr)},
                  {"width", parallel.width}};
    add_numbers(marks, parallel.numbers, kept);
    if (!parallel.density.empty()) {
      marks["cells"] = parallel.cells;
      marks["density"] = parallel.density;
    }
    return marks;
  }
};

// --- the same as shapes

using codec::Node;
namespace shape = codec::shape;

Node amount() { return shape::maybe(shape::number()); }
Node amounts() { return shape::list(amount()); }

Node axis_shape() {
  const Node beyond = shape::record(
      {{"low", shape::integer(0)}, {"high", shape::integer(0)}, {"least", amount()}, {"most", amount()}});
  return shape::object({{"label", shape::text(), true},
                        {"scale", shape::words({"linear", "log"}), true},
                        {"low", amount(), true},
                        {"high", amount(), true},
                        {"categories", shape::list(shape::text()), true},
                        {"whole", shape::flag(), true},
                        {"bare", shape::flag(), true},
                        {"beyond", beyond}});
}

/// Marks of one type.
Node marks_of(const char* type, std::vector<shape::Member> members, bool numbered = false,
              const std::vector<shape::Member>& optional = {}) {
  members.insert(members.begin(), {"type", shape::constant(type)});
  for (shape::Member& member : members) member.needed = true;
  members.insert(members.end(), optional.begin(), optional.end());
  if (numbered) members.push_back({"numbers", shape::list(shape::maybe(shape::integer(0)))});
  return shape::object(members);
}

Node marks_shape() {
  const Node box = shape::record({{"whisker_low", amount()},
                                  {"lower", amount()},
                                  {"middle", amount()},
                                  {"upper", amount()},
                                  {"whisker_high", amount()},
                                  {"outliers", amounts()}});
  const Node marker = shape::words({std::begin(kMarkers), std::end(kMarkers)});
  const Node size = shape::number(0.0);
  return shape::either(
      {marks_of("line",
                {{"x", amounts()},
                 {"y", amounts()},
                 {"stepped", shape::flag()},
                 {"dashed", shape::flag()},
                 {"width", size}},
                true),
       marks_of("points",
                {{"x", amounts()},
                 {"y", amounts()},
                 {"shade", amounts()},
                 {"radius", size},
                 {"marker", marker},
                 {"halo", shape::flag()}},
                true,
                {{"counts", shape::list(shape::integer(0))},
                 {"radii", amounts()},
                 {"shade_axis", axis_shape()},
                 {"size_axis", axis_shape()}}),
       marks_of("band", {{"x", amounts()}, {"low", amounts()}, {"high", amounts()}}),
       marks_of("bars", {{"position", amounts()}, {"length", amounts()}, {"horizontal", shape::flag()}}),
       marks_of("boxes", {{"position", amounts()}, {"boxes", shape::list(box)}}),
       marks_of("field", {{"x_low", amount()},
                          {"x_high", amount()},
                          {"y_low", amount()},
                          {"y_high", amount()},
                          {"columns", shape::integer(0)},
                          {"rows", shape::integer(0)},
                          {"bands", shape::any_integer()},
                          {"values", amounts()}}),
       marks_of("spans", {{"row", amounts()}, {"begin", amounts()}, {"end", amounts()}}, true),
       marks_of("parallel",
                {{"axes", shape::list(axis_shape())},
                 {"rows", shape::list(amounts())},
                 {"shade", amounts()},
                 {"shade_axis", shape::maybe(shape::integer(0))},
                 {"width", size}},
                true,
                {{"cells", shape::integer(0)}, {"density", shape::list(shape::list(shape::integer(0)))}})});
}

}  // namespace

Node chart_shape() {
  const Node series =
      shape::record({{"name", shape::text()}, {"colour", shape::any_integer()}, {"marks", marks_shape()}});
  const Node section = shape::record({{"begin", amount()}, {"label", shape::text()}});
  return shape::record({{"title", shape::text()},
                        {"x", axis_shape()},
                        {"y", axis_shape()},
                        {"series", shape::list(series)},
                        {"sections", shape::list(section)},
                        {"note", shape::text()}});
}

Json number_json(double number, std::optional<int> digits) {
  if (!std::isfinite(number)) return nullptr;
  if (!digits) return number;
  constexpr double kExactly = 1e15;  // whole numbers below are doubles without a loss
  if (std::abs(number) < kExactly && number == std::trunc(number)) return static_cast<std::int64_t>(number);
  return rounded(number, *digits);
}

Json charts_json(const std::vector<plot::Chart>& charts, std::size_t most, std::optional<int> digits) {
  Json list = Json::array();
  for (const plot::Chart& chart : charts) {
    Json series = Json::array();
    for (const plot::Series& one : chart.series)
      series.push_back({{"name", one.name},
                        {"colour", one.colour},
                        {"marks", std::visit(MarksJson{most, digits}, one.marks)}});
    Json sections = Json::array();
    for (const plot::Section& section : chart.sections)
      sections.push_back({{"begin", section.begin}, {"label", section.label}});
    list.push_back({{"title", chart.title},
                    {"x", axis_json(chart.x)},
                    {"y", axis_json(chart.y)},
                    {"series", series},
                    {"sections", sections},
                    {"note", chart.note}});
  }
  return list;
}

}  // namespace hone::charts
