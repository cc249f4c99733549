// SPDX-License-Identifier: MIT
#include "hone/cli/design_table.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/files.hpp"
#include "hone/plot/svg.hpp"

namespace hone::cli {
namespace {

constexpr int kMostDrawn = 10;

std::vector<std::string> numbered(int factors) {
  std::vector<std::string> names;
  for (int j = 1; j <= factors; ++j) names.push_back(text("x", j));
  return names;
}

// "file:line", to be put before a complaint.
std::string place(const std::string& path, const codec::Table& table, std::size_t row) {
  return text(path, ":", table.lines[row]);
}

double number_in(const codec::Table& table, std::size_t row, std::size_t column, const std::string& path) {
  const auto number = parse_number(table.rows[row][column]);
  if (number && std::isfinite(*number)) return *number;
  throw Error(ErrorCode::InvalidFile,
              text("column '", table.columns[column], "' holds '", table.rows[row][column], "'"),
              "a design has numbers only; give --space FILE to read settings of a study")
      .within(place(path, table, row));
}

DesignFile read_settings(const codec::Table& table, const Space& space, const std::string& path) {
  const DesignColumns columns(space);
  DesignFile file{
      columns.names(), designs::Points(static_cast<int>(table.rows.size()), columns.factors()), {}};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<std::pair<std::string, Value>> values;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      // Columns that are no parameters, such as results, do not matter here; an empty cell does not exist.
      if (!space.index_of(table.columns[j]) || table.rows[i][j].empty()) continue;
      values.emplace_back(table.columns[j], codec::value_from_cell(table.rows[i][j]));
    }
    try {
      const std::vector<double> point = columns.point(space.admit(values));
      std::copy(point.begin(), point.end(), file.points.row(static_cast<int>(i)).begin());
    } catch (const Error& error) {
      throw error.within(place(path, table, i));
    }
  }
  return file;
}

designs::Design levels_of(const codec::Table& table, const designs::Points& points, std::optional<int> levels,
                          const std::string& path) {
  std::vector<int> entries;
  int largest = 1;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const double level = points(static_cast<int>(i), static_cast<int>(j));
      if (level > levels.value_or(10000)) {
        throw Error(ErrorCode::InvalidFile, text("column '", table.columns[j], "' has level ", level),
                    text("levels are whole numbers from 1 to ", levels.value_or(10000)))
            .within(place(path, table, i));
      }
      entries.push_back(static_cast<int>(level));
      largest = std::max(largest, entries.back());
    }
  }
  return designs::Design(points.rows(), points.columns(), levels.value_or(largest), std::move(entries));
}

}  // namespace

DesignColumns::DesignColumns(int factors) : names_(numbered(factors)) {}

DesignColumns::DesignColumns(const Space& space)
    : encoding_(std::in_place, space, encode::Categories::OneHotNear) {
  for (const encode::Column& column : encoding_->columns()) {
    const Parameter& parameter = space.parameters()[column.parameter];
    const bool choice = column.kind == encode::ColumnKind::OneHot;
    names_.push_back(choice ? text(parameter.name, "=", to_text(value_at(parameter.domain, column.choice)))
                            : parameter.name);
  }
  if (names_.empty())
    throw Error(ErrorCode::InvalidSpace, "the space has nothing to choose",
                "give a parameter more than one value");
  if (!space.candidates().empty())
    throw Error(ErrorCode::InvalidSpace,
                "the space is a list of candidates, which no design can be laid out in",
                "tune it with 'sampler: ud' instead, which takes the nearest candidates");
}

std::vector<Configuration> DesignColumns::settings(const designs::Design& design) const {
  const designs::Points points = design.points();
  std::vector<Configuration> result;
  for (int i = 0; i < points.rows(); ++i) {
    result.push_back(encoding_->decode(points.row(i)));
    if (!space().allows(result.back()))
      throw Error(ErrorCode::Unsatisfiable,
                  text("run ", i + 1, " of the design violates a constraint of the space"),
                  "tune with 'sampler: ud' instead, which moves such runs to where they are allowed");
  }
  return result;
}

DesignFile read_design(const std::string& path, const Space* space, std::optional<int> levels) {
  const std::string content = codec::read_file(path);
  const codec::Table table = codec::read_csv(codec::checked_text(content, path), path);
  if (space != nullptr) return read_settings(table, *space, path);
  DesignFile file{
      table.columns,
      designs::Points(static_cast<int>(table.rows.size()), static_cast<int>(table.columns.size())),
      {}};
  bool whole = true, unit = true;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const double number = number_in(table, i, j, path);
      file.points(static_cast<int>(i), static_cast<int>(j)) = number;
      whole = whole && number >= 1.0 && number == std::floor(number);
      unit = unit && number >= 0.0 && number <= 1.0;
      if (!whole && !unit) {
        throw Error(ErrorCode::InvalidFile, text("column '", table.columns[j], "' holds ", number),
                    "a design is all levels, whole numbers from 1, or all points from 0 to 1; "
                    "give --space FILE to read settings of a study")
            .within(place(path, table, i));
      }
    }
  }
  if (!whole) return file;
  file.levels = levels_of(table, file.points, levels, path);
  file.points = file.levels->points();
  return file;
}

std::string design_csv(const designs::Design& design, const DesignColumns& columns) {
  std::string out;
  if (!columns.has_space()) {
    codec::append_csv(out, columns.names());
    for (int i = 0; i < design.runs(); ++i) {
      std::vector<std::string> cells;
      for (const int level : design.row(i)) cells.push_back(std::to_string(level));
      codec::append_csv(out, cells);
    }
    return out;
  }
  codec::append_csv(out, *columns.space().names());
  for (const Configuration& configuration : columns.settings(design)) {
    std::vector<std::string> cells;
    for (std::size_t j = 0; j < configuration.size(); ++j)
      cells.push_back(configuration[j] ? to_text(*configuration[j]) : "");
    codec::append_csv(out, cells);
  }
  return out;
}

std::string design_svg(const designs::Design& design, const DesignColumns& columns, int existing,
                       const std::string& subtitle) {
  const designs::Points points = design.points();
  const int drawn = std::min(kMostDrawn, design.factors());
  plot::Figure figure{.title = text(design.runs(), " runs of ", design.factors(), " factors"),
                      .subtitle = subtitle};
  const auto part = [&](int from, int to, int x, int y) {
    plot::Points marks;
    for (int i = from; i < to; ++i) {
      marks.x.push_back(x < 0 ? i + 1 : points(i, x));
      marks.y.push_back(points(i, y));
    }
    return marks;
  };
  const auto add = [&](int x, int y) {
    plot::Chart chart;
    chart.x = {.label = x < 0 ? "run" : columns.names()[static_cast<std::size_t>(x)]};
    if (x >= 0) chart.x.low = 0.0, chart.x.high = 1.0;
    chart.y = {.label = columns.names()[static_cast<std::size_t>(y)], .low = 0.0, .high = 1.0};
    if (existing > 0)
      chart.series.push_back({.name = "existing", .marks = part(0, existing, x, y), .colour = plot::kGrey});
    chart.series.push_back(
        {.name = existing > 0 ? "added" : "", .marks = part(existing, design.runs(), x, y)});
    figure.charts.push_back(std::move(chart));
  };
  if (drawn == 1) add(-1, 0);
  for (int y = 1; y < drawn; ++y) {
    for (int x = 0; x < y; ++x) add(x, y);
  }
  const auto charts = static_cast<double>(figure.charts.size());
  figure.columns = std::min(5, static_cast<int>(std::ceil(std::sqrt(charts))));
  figure.chart_width = figure.chart_height = charts > 1.0 ? 260 : 420;
  return plot::to_svg(figure);
}

}  // namespace hone::cli
