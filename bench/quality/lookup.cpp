// SPDX-License-Identifier: MIT
#include "bench/quality/lookup.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <unordered_map>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/unit_scale.hpp"

namespace hone::quality {
namespace {

std::size_t column_of(const codec::CsvTable& table, const std::string& name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  if (found == table.columns.end()) {
    throw Error(ErrorCode::InvalidFile, text("the table has no column '", name, "'"),
                "fetch the file again, or give another --data");
  }
  return static_cast<std::size_t>(found - table.columns.begin());
}

double number_in(const codec::CsvTable& table, std::size_t row, std::size_t column) {
  const std::string& cell = table.rows[row][column];
  if (cell == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (const auto number = parse_number(cell)) return *number;
  throw Error(ErrorCode::InvalidFile, text("line ", table.lines[row], ": '", cell, "' is not a number"),
              "fetch the file again");
}

/// The distinct values of a column, numbers in ascending order.
std::vector<Value> choices_of(const codec::CsvTable& table, const Setting& setting) {
  std::vector<Value> values;
  for (const std::string& cell : distinct(table, setting.column))
    values.push_back(codec::value_from_cell(cell));
  if (setting.kind == ColumnKind::Ordered) {
    std::sort(values.begin(), values.end(),
              [](const Value& a, const Value& b) { return as_number(a).value() < as_number(b).value(); });
  }
  return values;
}

Parameter parameter_of(const codec::CsvTable& table, const Setting& setting) {
  if (setting.kind == ColumnKind::Ordered) return ordinal(setting.column, choices_of(table, setting));
  if (setting.kind == ColumnKind::Unordered) return categorical(setting.column, choices_of(table, setting));
  const std::size_t column = column_of(table, setting.column);
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    low = std::min(low, number_in(table, i, column));
    high = std::max(high, number_in(table, i, column));
  }
  return real(setting.column, low, high, setting.kind == ColumnKind::Log ? Scale::Log : Scale::Logit);
}

std::vector<double> numbers_of(const codec::CsvTable& table, const std::string& name) {
  const std::size_t column = column_of(table, name);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < table.rows.size(); ++i) numbers.push_back(number_in(table, i, column));
  return numbers;
}

using Cells = std::vector<std::pair<std::string, Value>>;

Cells cells_of(const codec::CsvTable& table, std::size_t row, const std::vector<Setting>& settings) {
  Cells cells;
  for (const Setting& setting : settings) {
    const std::string& cell = table.rows[row][column_of(table, setting.column)];
    cells.emplace_back(setting.column, codec::value_from_cell(cell));
  }
  return cells;
}

/// Where a configuration of a finite space without conditions stands among all of them.
std::size_t index_in(const Space& space, const Configuration& configuration) {
  std::size_t index = 0;
  for (std::size_t j = 0; j < space.size(); ++j) {
    const Domain& domain = space.parameters()[j].domain;
    index = index * static_cast<std::size_t>(*value_count(domain)) +
            static_cast<std::size_t>(index_of(domain, configuration[j].value()));
  }
  return index;
}

double finite_or_nan(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void set_extremes(Problem& problem, const std::vector<Configuration>& configurations,
                  const std::vector<double>& values) {
  problem.minimum = std::numeric_limits<double>::infinity();
  std::vector<double> finite;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    finite.push_back(values[i]);
    if (values[i] >= problem.minimum) continue;
    problem.minimum = values[i];
    problem.argmins = {configurations[i]};
  }
  std::sort(finite.begin(), finite.end());
  problem.poor = finite.size() == values.size() ? finite.back() : finite[finite.size() / 2];
}

Problem grid_problem(const LookupSpec& spec, const codec::CsvTable& table) {
  std::vector<Parameter> parameters;
  for (const Setting& setting : spec.settings) parameters.push_back(parameter_of(table, setting));
  Problem problem{.name = spec.name, .group = spec.group, .space = Space(std::move(parameters)), .value = {}};
  const Space& space = problem.space;
  const std::vector<double> truth = numbers_of(table, spec.value);
  const std::vector<double> seen = spec.measured.empty() ? truth : numbers_of(table, spec.measured);

  constexpr std::size_t kMissing = std::numeric_limits<std::size_t>::max();
  // Shared by the copies of the problem: a table may have tens of thousands of rows.
  const auto row_at = std::make_shared<std::vector<std::size_t>>(space.cardinality().value(), kMissing);
  std::vector<Configuration> configurations;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    configurations.push_back(space.admit(cells_of(table, i, spec.settings)));
    (*row_at)[index_in(space, configurations.back())] = i;
  }
  if (table.rows.size() != row_at->size() ||
      std::find(row_at->begin(), row_at->end(), kMissing) != row_at->end()) {
    throw Error(ErrorCode::InvalidFile,
                text("the table of ", spec.name, " has ", table.rows.size(), " rows, a complete grid has ",
                     row_at->size(), " different ones"),
                "fetch the file again");
  }
  set_extremes(problem, configurations, truth);
  problem.value = [space, row_at, truth](const Configuration& c) {
    return finite_or_nan(truth[(*row_at)[index_in(space, c)]]);
  };
  if (!spec.measured.empty()) {
    problem.noisy = [space, row_at, seen](const Configuration& c, double, Rng&) {
      return seen[(*row_at)[index_in(space, c)]];
    };
  }
  return problem;
}

Problem nearest_problem(const LookupSpec& spec, const codec::CsvTable& table) {
  std::vector<Parameter> parameters;
  for (const Setting& setting : spec.settings) parameters.push_back(parameter_of(table, setting));
  Problem problem{.name = spec.name, .group = spec.group, .space = Space(std::move(parameters)), .value = {}};
  const Space& space = problem.space;
  const auto place_of = [space](const Configuration& configuration) {
    std::vector<double> place;
    for (std::size_t j = 0; j < space.size(); ++j) {
      place.push_back(to_unit(std::get<RealRange>(space.parameters()[j].domain),
                              as_number(configuration[j].value()).value()));
    }
    return place;
  };
  std::vector<Configuration> configurations;
  std::vector<std::vector<double>> places;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    configurations.push_back(space.admit(cells_of(table, i, spec.settings)));
    places.push_back(place_of(configurations.back()));
  }
  const std::vector<double> truth = numbers_of(table, spec.value);
  set_extremes(problem, configurations, truth);
  problem.value = [place_of, places, truth](const Configuration& configuration) {
    const std::vector<double> at = place_of(configuration);
    const auto squared_distance = [&at](const std::vector<double>& row) {
      return std::inner_product(at.begin(), at.end(), row.begin(), 0.0, std::plus<>(),
                                [](double a, double b) { return (a - b) * (a - b); });
    };
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < places.size(); ++i) {
      if (squared_distance(places[i]) < squared_distance(places[nearest])) nearest = i;
    }
    return finite_or_nan(truth[nearest]);
  };
  return problem;
}

Problem pool_problem(const LookupSpec& spec, const codec::CsvTable& table) {
  std::vector<Parameter> parameters;
  for (const Setting& setting : spec.settings) parameters.push_back(parameter_of(table, setting));
  std::vector<Cells> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) rows.push_back(cells_of(table, i, spec.settings));
  Problem problem{.name = spec.name,
                  .group = spec.group,
                  .space = Space::from_candidates(rows, {}, std::move(parameters)),
                  .value = {}};
  const std::vector<double> truth = numbers_of(table, spec.value);
  std::vector<Configuration> configurations;
  const auto value_of = std::make_shared<std::unordered_map<Configuration, double>>();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    configurations.push_back(problem.space.admit(rows[i]));
    value_of->emplace(configurations.back(), finite_or_nan(truth[i]));
  }
  set_extremes(problem, configurations, truth);
  problem.value = [value_of](const Configuration& c) { return value_of->at(c); };
  return problem;
}

codec::CsvTable rows_where(const codec::CsvTable& table, const std::string& column, const std::string& cell) {
  const std::size_t j = column_of(table, column);
  codec::CsvTable kept{.columns = table.columns, .rows = {}, .lines = {}};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i][j] != cell) continue;
    kept.rows.push_back(table.rows[i]);
    kept.lines.push_back(table.lines[i]);
  }
  return kept;
}

std::vector<std::string> distinct(const codec::CsvTable& table, const std::string& column) {
  const std::size_t j = column_of(table, column);
  std::vector<std::string> cells;
  for (const auto& row : table.rows) {
    if (std::find(cells.begin(), cells.end(), row[j]) == cells.end()) cells.push_back(row[j]);
  }
  return cells;
}

double expected_random_regret(std::vector<double> values, int draws) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  // P(the least of the draws is the i-th smallest) = C(n-1-i, draws-1) / C(n, draws), by recurrence over i.
  double probability = draws / n;
  double expected = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    expected += probability * values[i];
    const double left = n - 1.0 - static_cast<double>(i);
    probability *= left > 0.0 ? std::max(0.0, left - draws + 1.0) / left : 0.0;
  }
  return (expected - values.front()) / (values.back() - values.front());
}

}  // namespace hone::quality
