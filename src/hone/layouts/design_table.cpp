// SPDX-License-Identifier: MIT
#include "hone/layouts/design_table.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/files.hpp"

namespace hone::layouts {
namespace {

std::vector<std::string> numbered(int factors) {
  std::vector<std::string> names;
  for (int j = 1; j <= factors; ++j) names.push_back(text("x", j));
  return names;
}

// "file:line", to be put before a complaint.
std::string place(const std::string& path, const codec::CsvTable& table, std::size_t row) {
  return text(path, ":", table.lines[row]);
}

double number_in(const codec::CsvTable& table, std::size_t row, std::size_t column, const std::string& path) {
  const auto number = parse_number(table.rows[row][column]);
  if (number && std::isfinite(*number)) return *number;
  const std::string& cell = table.rows[row][column];
  throw Error(
      ErrorCode::InvalidFile,
      text("column '", table.columns[column], "' ", cell.empty() ? "is empty" : "holds '" + cell + "'"),
      "a design has numbers only; give --space FILE to read settings of a study")
      .within(place(path, table, row));
}

DesignFile read_settings(const codec::CsvTable& table, const Space& space, const std::string& path) {
  const DesignColumns columns(space);
  DesignFile file{.names = columns.names(),
                  .points = designs::DesignPoints(static_cast<int>(table.rows.size()), columns.factors())};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<std::pair<std::string, Value>> values;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      // Columns that are not parameters, such as results, do not matter here; an empty cell has no value.
      if (!space.index_of(table.columns[j]) || table.rows[i][j].empty()) continue;
      values.emplace_back(table.columns[j], codec::value_from_cell(table.rows[i][j]));
    }
    try {
      file.settings.push_back(space.admit(values));
      const std::vector<double> point = columns.point(file.settings.back());
      std::copy(point.begin(), point.end(), file.points.row(static_cast<int>(i)).begin());
    } catch (const Error& error) {
      throw error.within(place(path, table, i));
    }
  }
  return file;
}

designs::Design levels_of(const codec::CsvTable& table, const designs::DesignPoints& points,
                          std::optional<int> levels, const std::string& path) {
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

DesignColumns::DesignColumns(std::vector<std::string> names, int added) : names_(std::move(names)) {
  const auto is_taken = [this](const std::string& name) {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  };
  for (std::size_t number = names_.size() + 1; added > 0; ++number) {
    if (is_taken(text("x", number))) continue;
    names_.push_back(text("x", number));
    --added;
  }
}

DesignColumns::DesignColumns(const Space& space)
    : encoding_(std::in_place, space, encode::Categories::OneHotNear) {
  for (const encode::EncodedColumn& column : encoding_->columns()) {
    const Parameter& parameter = space.parameters()[column.parameter];
    const bool choice = column.one_hot();
    names_.push_back(choice ? text(parameter.name, "=", to_text(value_at(parameter.domain, column.choice)))
                            : parameter.name);
  }
  if (names_.empty())
    throw Error(ErrorCode::InvalidSpace, "the space has nothing to choose",
                "give a parameter more than one value");
  if (!space.candidates().empty())
    throw Error(ErrorCode::InvalidSpace,
                "the space is a list of candidates, in which a design cannot be laid out",
                "tune it with 'sampler: ud' instead, which takes the nearest candidates");
}

std::vector<Configuration> DesignColumns::settings(const designs::DesignPoints& points, int first) const {
  std::vector<Configuration> result;
  for (int i = first; i < points.rows(); ++i) {
    result.push_back(encoding_->decode(points.row(i)));
    if (!space().allows(result.back()))
      throw Error(ErrorCode::Unsatisfiable,
                  text("run ", i + 1, " of the design violates a constraint of the space"),
                  "tune with 'sampler: ud' instead, which moves such runs to where they are allowed");
  }
  return result;
}

LaidOut::LaidOut(designs::Design design, DesignColumns columns, const DesignFile& given)
    : design_(std::move(design)),
      columns_(std::move(columns)),
      points_(design_.points()),
      given_(given.settings),
      existing_(given.points.columns() == design_.factors() ? given.points.rows() : 0),
      written_as_points_(given.points.rows() > 0 && !given.levels && !columns_.has_space()) {
  if (given.levels) return;
  for (int i = 0; i < given.points.rows(); ++i) {
    std::copy(given.points.row(i).begin(), given.points.row(i).end(), points_.row(i).begin());
  }
}

designs::DesignPoints LaidOut::written_points() const {
  if (!columns_.has_space()) return points_;
  designs::DesignPoints points(design_.runs(), design_.factors());
  const std::vector<Configuration> all = settings();
  for (int i = 0; i < points.rows(); ++i)
    columns_.encoding().encode(all[static_cast<std::size_t>(i)], points.row(i));
  return points;
}

std::vector<Configuration> LaidOut::settings() const {
  std::vector<Configuration> all = given_;
  for (Configuration& added : columns_.settings(points_, static_cast<int>(given_.size())))
    all.push_back(std::move(added));
  return all;
}

DesignFile read_design(const std::string& path, const Space* space, std::optional<int> levels) {
  const std::string content = codec::read_file(path);
  const codec::CsvTable table = codec::read_csv(codec::checked_text(content, path), path);
  if (table.rows.empty())
    throw Error(ErrorCode::InvalidFile, "there are no runs", "add a line for each").within(path);
  const auto is_number = [](const std::string& cell) { return parse_number(cell).has_value(); };
  if (std::all_of(table.columns.begin(), table.columns.end(), is_number)) {
    throw Error(ErrorCode::InvalidFile, "the first line holds numbers where names of columns belong",
                "put a line such as x1,x2 before it")
        .within(path);
  }
  if (space != nullptr) return read_settings(table, *space, path);
  DesignFile file{.names = table.columns,
                  .points = designs::DesignPoints(static_cast<int>(table.rows.size()),
                                                  static_cast<int>(table.columns.size()))};
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

std::string design_csv(const LaidOut& laid_out) {
  const DesignColumns& columns = laid_out.columns();
  std::string out;
  if (!columns.has_space()) {
    codec::append_csv(out, columns.names());
    for (int i = 0; i < laid_out.design().runs(); ++i) {
      std::vector<std::string> cells;
      for (int j = 0; j < columns.factors(); ++j) {
        cells.push_back(laid_out.written_as_points() ? number_text(laid_out.points()(i, j))
                                                     : std::to_string(laid_out.design()(i, j)));
      }
      codec::append_csv(out, cells);
    }
    return out;
  }
  codec::append_csv(out, *columns.space().names());
  for (const Configuration& configuration : laid_out.settings()) {
    std::vector<std::string> cells;
    for (std::size_t j = 0; j < configuration.size(); ++j)
      cells.push_back(configuration[j] ? to_text(*configuration[j]) : "");
    codec::append_csv(out, cells);
  }
  return out;
}

}  // namespace hone::layouts
