// SPDX-License-Identifier: MIT
#include "hone/designs/criteria.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::designs {
namespace {

constexpr std::array<std::string_view, 7> kNames{
    "cd2", "wd2", "md2", "maximin", "phi_p", "max_correlation", "mean_squared_correlation"};

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

double smallest_distance(const DesignPoints& points) {
  double smallest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < points.rows(); ++i) {
    for (int k = 0; k < i; ++k) smallest = std::min(smallest, squared_distance(points.row(i), points.row(k)));
  }
  return std::sqrt(smallest);
}

// Distances are measured in units of the smallest, so that no power overflows.
double phi(const DesignPoints& points, int power) {
  const double smallest = smallest_distance(points);
  if (points.rows() < 2) return 0.0;
  if (smallest == 0.0) return std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (int i = 0; i < points.rows(); ++i) {
    for (int k = 0; k < i; ++k) {
      sum += std::pow(smallest / std::sqrt(squared_distance(points.row(i), points.row(k))), power);
    }
  }
  return std::pow(sum, 1.0 / power) / smallest;
}

// Columns with mean 0 and length 1, or all 0 when constant.
std::vector<std::vector<double>> standardised_columns(const DesignPoints& points) {
  std::vector<std::vector<double>> columns;
  for (int j = 0; j < points.columns(); ++j) {
    double mean = 0.0, squares = 0.0;
    for (int i = 0; i < points.rows(); ++i) mean += points(i, j) / points.rows();
    std::vector<double> column;
    for (int i = 0; i < points.rows(); ++i) column.push_back(points(i, j) - mean);
    for (const double x : column) squares += x * x;
    const bool constant = squares <= 1e-28 * points.rows();
    for (double& x : column) x = constant ? 0.0 : x / std::sqrt(squares);
    columns.push_back(std::move(column));
  }
  return columns;
}

double correlation(const DesignPoints& points, Criterion criterion) {
  const auto columns = standardised_columns(points);
  double largest = 0.0, squares = 0.0;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k) {
      double r = 0.0;
      for (std::size_t i = 0; i < columns[j].size(); ++i) r += columns[j][i] * columns[k][i];
      largest = std::max(largest, std::abs(r));
      squares += r * r;
    }
  }
  if (criterion == Criterion::MaxCorrelation) return largest;
  const auto s = static_cast<double>(columns.size());
  return columns.size() < 2 ? 0.0 : squares / (0.5 * s * (s - 1.0));
}

}  // namespace

std::string_view criterion_name(Criterion criterion) { return kNames[static_cast<std::size_t>(criterion)]; }

Criterion criterion_named(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found != kNames.end()) return static_cast<Criterion>(found - kNames.begin());
  const std::vector<std::string> known(kNames.begin(), kNames.end());
  throw Error(ErrorCode::InvalidOption,
              text("there is no design criterion '", name, "'", did_you_mean(name, known)),
              text("use one of ", join(known, ", ")));
}

double criterion_value(const DesignPoints& points, Criterion criterion, int phi_power) {
  if (phi_power < 1 || phi_power > 50) {
    throw Error(ErrorCode::InvalidOption, text("phi_p was asked for with p = ", phi_power),
                "use p from 1 to 50");
  }
  switch (criterion) {
    case Criterion::Maximin:
      return smallest_distance(points);
    case Criterion::PhiP:
      return phi(points, phi_power);
    case Criterion::MaxCorrelation:
    case Criterion::MeanSquaredCorrelation:
      return correlation(points, criterion);
    default:
      return discrepancy(points, criterion);
  }
}

}  // namespace hone::designs
