// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_measure.hpp"

#include <algorithm>
#include <cmath>

#include "hone/core/unit_scale.hpp"

namespace hone::analysis {
namespace {

// Longer domains are ranges of numbers, whose ends are searched for instead of asking each value.
constexpr std::int64_t kLongestList = 4096;

void add_cells(const Domain& domain, std::int64_t begin, std::int64_t end, std::vector<Interval>& out) {
  if (begin >= end) return;
  const Interval cells{cell_edge(domain, begin), cell_edge(domain, end)};
  if (!out.empty() && out.back().end >= cells.begin) {
    out.back().end = std::max(out.back().end, cells.end);
  } else {
    out.push_back(cells);
  }
}

/// The first cell whose value is at least (or, when `above`, more than) the bound; values ascend.
std::int64_t first_cell(const Domain& domain, double bound, bool above) {
  std::int64_t low = 0;
  std::int64_t high = *value_count(domain);
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const double value = *as_number(value_at(domain, middle));
    const bool before = above ? value <= bound : value < bound;
    (before ? low : high) = before ? middle + 1 : middle;
  }
  return low;
}

std::vector<Interval> passing_cells(const Domain& domain, const Condition& condition) {
  const std::int64_t count = *value_count(domain);
  std::vector<Interval> out;
  if (count <= kLongestList) {
    for (std::int64_t k = 0; k < count; ++k) {
      if (passes(condition, value_at(domain, k))) add_cells(domain, k, k + 1, out);
    }
    return out;
  }
  if (const auto* between = std::get_if<Between>(&condition.test)) {
    add_cells(domain, first_cell(domain, between->low, false), first_cell(domain, between->high, true), out);
    return out;
  }
  std::vector<std::int64_t> cells;
  for (const Value& value : std::get<OneOf>(condition.test).values) {
    if (contains(domain, value)) cells.push_back(index_of(domain, admit(domain, value)));
  }
  std::sort(cells.begin(), cells.end());
  for (const std::int64_t cell : cells) add_cells(domain, cell, cell + 1, out);
  return out;
}

/// Where a parent passes. Single values of a continuous one take no room, so nothing is left of them.
std::vector<Interval> passing(const Domain& domain, const Condition& condition) {
  if (value_count(domain)) return passing_cells(domain, condition);
  const auto* between = std::get_if<Between>(&condition.test);
  if (between == nullptr) return {};
  const auto& range = std::get<RealRange>(domain);
  const Interval all{to_unit(range, between->low), to_unit(range, between->high)};
  return all.begin < all.end ? std::vector{all} : std::vector<Interval>{};
}

}  // namespace

SpaceMeasure::SpaceMeasure(Space space) : encoding_(std::move(space)) {
  for (const encode::EncodedColumn& column : encoding_.columns()) {
    columns_.push_back(column);
    presence_.push_back(tests_of(column.parameter));
    conditional_ = conditional_ || column.conditional;
  }
}

// Those of the parents come first. A space has no cycles, so this ends.
std::vector<PlaceTest> SpaceMeasure::tests_of(std::size_t parameter) const {
  std::vector<PlaceTest> tests;
  for (const Condition& condition : space().parameters()[parameter].when) {
    const std::size_t parent = *space().index_of(condition.parent);
    for (PlaceTest& test : tests_of(parent)) tests.push_back(std::move(test));
    const Domain& domain = space().parameters()[parent].domain;
    if (const auto* constant = std::get_if<Constant>(&domain)) {
      if (!passes(condition, constant->value)) tests.push_back({0, {}});
      continue;
    }
    const auto& columns = encoding_.columns();
    const auto column = std::find_if(columns.begin(), columns.end(), [&](const encode::EncodedColumn& one) {
      return one.parameter == parent;
    });
    tests.push_back({static_cast<std::size_t>(column - columns.begin()), passing(domain, condition)});
  }
  return tests;
}

model::Points SpaceMeasure::points(const std::vector<const Configuration*>& configurations) const {
  const auto rows = static_cast<Eigen::Index>(configurations.size());
  const auto width = static_cast<Eigen::Index>(dimensions());
  model::Points points{Eigen::MatrixXd(rows, width), {}};
  if (conditional_) points.active.resize(rows, width);
  std::vector<double> unit(dimensions());
  for (Eigen::Index i = 0; i < rows; ++i) {
    const Configuration& configuration = *configurations[static_cast<std::size_t>(i)];
    encoding_.encode(configuration, unit);
    for (Eigen::Index j = 0; j < width; ++j) {
      const auto c = static_cast<std::size_t>(j);
      const bool number = columns_[c].is_number();
      points.x(i, j) = number ? unit[c] : std::floor(unit[c] * static_cast<double>(columns_[c].cells));
      if (conditional_) points.active(i, j) = configuration[parameter(c)].has_value();
    }
  }
  return points;
}

double SpaceMeasure::edge_of(std::size_t column, double threshold) const {
  if (!(threshold > 0.0)) return 0.0;
  if (threshold >= 1.0) return 1.0;
  if (columns_[column].kind == numeric::ColumnKind::Real) return threshold;
  const std::int64_t cell = cell_of(domain(column), threshold);
  const bool whole = cell_centre(domain(column), cell) <= threshold;
  return cell_edge(domain(column), whole ? cell + 1 : cell);
}

}  // namespace hone::analysis
