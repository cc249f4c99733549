// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/quality/problem.hpp"
#include "hone/codec/csv.hpp"

// Problems whose values were all measured beforehand and stand in a table.
namespace hone::quality {

/// What a column of settings is.
enum class ColumnKind {
  Ordered,    ///< numbers of a grid: neighbours resemble each other
  Unordered,  ///< words
  Log,        ///< positive numbers of scattered settings
  Logit,      ///< numbers inside (0, 1) of scattered settings
};

struct Setting {
  std::string column;
  ColumnKind kind;
};

/// How to read one problem from a table.
struct LookupSpec {
  std::string name;
  std::string group;
  std::vector<Setting> settings;
  std::string value;          ///< the column to minimise; NaN and infinities mean that the evaluation failed
  std::string measured = {};  ///< the column that methods see instead, for tables with single noisy runs
};

/// A complete grid: the table holds every combination of the settings that occur in it, and the space is an
/// ordinary finite one. Throws Error(InvalidFile) when a combination is missing or there twice.
Problem grid_problem(const LookupSpec& spec, const codec::CsvTable& table);

/// A box around settings of the kinds Log and Logit: a point has the value of the row that is nearest on
/// these scales.
Problem nearest_problem(const LookupSpec& spec, const codec::CsvTable& table);

/// Scattered settings: the space is a pool of candidates, one for each row.
Problem pool_problem(const LookupSpec& spec, const codec::CsvTable& table);

/// Sets minimum, argmin and the poor value of a problem: the greatest, or the median when some evaluations
/// fail, as the others then reach any size.
void set_extremes(Problem& problem, const std::vector<Configuration>& configurations,
                  const std::vector<double>& values);

/// The rows whose cell in a column is this, and the distinct cells of a column in order of appearance.
codec::CsvTable rows_where(const codec::CsvTable& table, const std::string& column, const std::string& cell);
std::vector<std::string> distinct(const codec::CsvTable& table, const std::string& column);

/// Expected regret of random search without replacement after `draws` of the values, in parts of
/// (greatest - least): exact, by the order statistics of the table.
double expected_random_regret(std::vector<double> values, int draws);

}  // namespace hone::quality
