// SPDX-License-Identifier: MIT
#include "hone/charts/chart_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace hone::charts {
namespace {

using codec::Json;
using Numbers = std::vector<double>;

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
  return {{"label", axis.label},
          {"scale", axis.scale == plot::AxisScale::Log ? "log" : "linear"},
          {"low", number_or_null(axis.low)},
          {"high", number_or_null(axis.high)},
          {"categories", axis.categories},
          {"whole", axis.whole},
          {"bare", axis.bare}};
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
    static constexpr const char* kMarkers[] = {"circle", "square", "cross", "triangle", "star"};
    const auto kept = kept_points(points.x.size(), most);
    Json marks = {{"type", "points"},          {"x", pick(points.x, kept)},
                  {"y", pick(points.y, kept)}, {"shade", shades(points.shade, kept)},
                  {"radius", points.radius},   {"marker", kMarkers[static_cast<std::size_t>(points.marker)]},
                  {"halo", points.halo}};
    add_numbers(marks, points.numbers, kept);
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
    return marks;
  }
};

}  // namespace

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
