// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_density.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace hone::analysis {
namespace {

// A kernel narrower than this stays in its cell anyway.
constexpr double kLeastWidth = 1.0 / 3.0;

double cell_normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

/// The first cell up to which the given share of the weight lies.
double quantile_cell(std::span<const double> weights, double share) {
  double sum = 0.0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    sum += weights[k];
    if (sum >= share) return static_cast<double>(k);
  }
  return static_cast<double>(weights.size() - 1);
}

double kernel_width(std::span<const double> weights, double total) {
  double mean = 0.0;
  for (std::size_t k = 0; k < weights.size(); ++k) mean += static_cast<double>(k) * weights[k] / total;
  double squares = 0.0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double off = static_cast<double>(k) - mean;
    squares += weights[k] * off * off;
  }
  const double deviation = std::sqrt(squares / std::max(1.0, total - 1.0));
  const double quartiles = quantile_cell(weights, 0.75 * total) - quantile_cell(weights, 0.25 * total);
  return std::max(kLeastWidth, 1.06 * std::min(deviation, quartiles / 1.34) * std::pow(total, -0.2));
}

std::vector<double> with_even_unit(std::vector<double> mass, double total) {
  const double even = 1.0 / static_cast<double>(mass.size());
  for (double& one : mass) one = (one + even) / (total + 1.0);
  return mass;
}

}  // namespace

std::vector<double> smooth_density(std::span<const double> weights) {
  const std::size_t m = weights.size();
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> mass(m, 0.0);
  if (!(total > 0.0)) return with_even_unit(std::move(mass), 0.0);
  const double width = kernel_width(weights, total);
  // below[m + k]: probability of everything before cell k of a kernel around cell 0.
  std::vector<double> below(2 * m + 1);
  for (std::size_t i = 0; i < below.size(); ++i)
    below[i] = cell_normal_cdf((static_cast<double>(i) - static_cast<double>(m) - 0.5) / width);
  for (std::size_t centre = 0; centre < m; ++centre) {
    if (weights[centre] == 0.0) continue;
    const double* from = below.data() + (m - centre);  // of a kernel around `centre`, before cell 0, 1, ...
    const double scale = weights[centre] / (from[m] - from[0]);
    for (std::size_t k = 0; k < m; ++k) mass[k] += scale * (from[k + 1] - from[k]);
  }
  return with_even_unit(std::move(mass), total);
}

std::vector<double> plain_density(std::span<const double> weights) {
  return with_even_unit({weights.begin(), weights.end()},
                        std::accumulate(weights.begin(), weights.end(), 0.0));
}

double pearson_divergence(std::span<const double> p, std::span<const double> q) {
  double sum = 0.0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += (p[k] - q[k]) * (p[k] - q[k]) / q[k];
  return sum;
}

}  // namespace hone::analysis
