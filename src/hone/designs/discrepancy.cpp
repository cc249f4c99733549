// SPDX-License-Identifier: MIT
#include "hone/designs/discrepancy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/index.hpp"
#include "hone/base/text.hpp"

namespace hone::designs {
namespace {

// One coordinate of all points, side by side.
std::vector<ColumnValues> columns_of(const DiscrepancyFormula& formula, const DesignPoints& points) {
  std::vector<ColumnValues> columns(index(points.columns()));
  for (int i = 0; i < points.rows(); ++i) {
    for (int j = 0; j < points.columns(); ++j) {
      columns[index(j)].x.push_back(points(i, j));
      columns[index(j)].z.push_back(formula.z(points(i, j)));
    }
  }
  return columns;
}

}  // namespace

double DiscrepancyFormula::z(double x) const { return tilt * std::abs(x - 0.5); }

double DiscrepancyFormula::single(double x) const {
  const double distance = std::abs(x - 0.5);
  return single_base + single_linear * distance + single_square * distance * distance;
}

DiscrepancyFormula discrepancy_formula(Criterion criterion, int factors) {
  switch (criterion) {
    case Criterion::Cd2:
      return {.mean = std::pow(13.0 / 12.0, factors),
              .pair = {.base = 1.0, .slope = 0.5},
              .tilt = 0.5,
              .single_weight = 2.0,
              .single_base = 1.0,
              .single_linear = 0.5,
              .single_square = -0.5};
    case Criterion::Wd2:
      return {.mean = -std::pow(4.0 / 3.0, factors), .pair = {.base = 1.5, .slope = 1.0, .curve = 1.0}};
    case Criterion::Md2:
      return {.mean = std::pow(19.0 / 12.0, factors),
              .pair = {.base = 1.875, .slope = 0.75, .curve = 0.5},
              .tilt = -0.25,
              .single_weight = 2.0,
              .single_base = 5.0 / 3.0,
              .single_linear = -0.25,
              .single_square = -0.25};
    default:
      throw Error(ErrorCode::InvalidOption, text(criterion_name(criterion), " is not a discrepancy"),
                  "use cd2, wd2 or md2");
  }
}

DiscrepancySums discrepancy_sums(const DiscrepancyFormula& formula, const DesignPoints& points) {
  // A column is fetched once for some rows: in a large design all columns are more than a cache holds.
  constexpr std::size_t kRowsAtOnce = 8;
  const std::vector<ColumnValues> columns = columns_of(formula, points);
  DiscrepancySums sums;
  std::array<std::vector<double>, kRowsAtOnce> products;  // of each row with the points before it
  for (std::size_t first = 0; first < index(points.rows()); first += kRowsAtOnce) {
    const std::size_t end = std::min(first + kRowsAtOnce, index(points.rows()));
    for (std::size_t i = first; i < end; ++i) products[i - first].assign(i, 1.0);
    for (const ColumnValues& column : columns) {
      for (std::size_t i = first; i < end; ++i)
        multiply_row(formula.pair, column.x[i], column.z[i], column, products[i - first]);
    }
    for (std::size_t i = first; i < end; ++i) {
      double single = 1.0, own = 1.0, others = 0.0;
      for (const ColumnValues& column : columns) {
        single *= formula.single(column.x[i]);
        own *= formula.pair.base + 2.0 * column.z[i];
      }
      for (const double product : products[i - first]) others += product;
      sums.singles += single;
      sums.pairs += 2.0 * others + own;
    }
  }
  return sums;
}

double discrepancy(const DesignPoints& points, Criterion criterion) {
  const DiscrepancyFormula formula = discrepancy_formula(criterion, points.columns());
  const DiscrepancySums sums = discrepancy_sums(formula, points);
  const double n = points.rows();
  if (points.rows() == 0) return formula.mean;
  return formula.mean - formula.single_weight / n * sums.singles + sums.pairs / n / n;
}

}  // namespace hone::designs
