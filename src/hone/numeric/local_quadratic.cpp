// SPDX-License-Identifier: MIT
#include "hone/numeric/local_quadratic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/numeric/cholesky.hpp"

namespace hone::numeric {
namespace {

using Vector = std::vector<double>;

constexpr std::size_t kMostCoefficients = 300;  // the fit costs their square for every point

// 1, u_j, u_j²/2 and, when mixed, u_j u_k.
Vector terms(const Vector& u, bool mixed) {
  Vector row{1.0};
  row.insert(row.end(), u.begin(), u.end());
  for (const double x : u) row.push_back(0.5 * x * x);
  for (std::size_t j = 0; mixed && j < u.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k) row.push_back(u[j] * u[k]);
  }
  return row;
}

// The chosen values from 0 to 1, however large they are.
Vector unit_scaled(std::span<const double> values, const std::vector<std::size_t>& chosen) {
  double largest = 0.0;
  for (const std::size_t i : chosen) largest = std::max(largest, std::abs(values[i]));
  Vector y;
  for (const std::size_t i : chosen) y.push_back(largest > 0.0 ? values[i] / largest : 0.0);
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const double best = *low, range = *high > *low ? *high - *low : 1.0;
  for (double& value : y) value = (value - best) / range;
  return y;
}

struct Model {
  Vector coefficients;
  std::size_t dimensions;
  bool mixed;

  double curvature(std::size_t j) const { return coefficients[1 + dimensions + j]; }
  double mixed_term(std::size_t j, std::size_t k) const {
    if (!mixed || j == k) return 0.0;
    const std::size_t high = std::max(j, k), low = std::min(j, k);
    return coefficients[1 + 2 * dimensions + high * (high - 1) / 2 + low];
  }
};

// Coordinate by coordinate, which keeps to the box; ends of it where the curve bends down.
void descend(const Model& model, Vector& u, const Vector& low, const Vector& high) {
  for (int round = 0; round < 200; ++round) {
    double moved = 0.0;
    for (std::size_t j = 0; j < u.size(); ++j) {
      double slope = model.coefficients[1 + j];
      for (std::size_t k = 0; k < u.size(); ++k) slope += model.mixed_term(j, k) * u[k];
      const double bend = model.curvature(j);
      const auto value = [&](double x) { return slope * x + 0.5 * bend * x * x; };
      double best = value(low[j]) < value(high[j]) ? low[j] : high[j];
      if (bend > 0.0) best = std::clamp(-slope / bend, low[j], high[j]);
      moved = std::max(moved, std::abs(best - u[j]));
      u[j] = best;
    }
    if (moved < 1e-12) return;
  }
}

// Half as many again as there are coefficients.
std::size_t points_for(std::size_t coefficients) { return coefficients + (coefficients + 1) / 2; }

std::size_t plain_coefficients(std::size_t d) { return 1 + 2 * d; }
std::size_t all_coefficients(std::size_t d) { return 1 + 2 * d + d * (d - 1) / 2; }

}  // namespace

std::size_t quadratic_points(std::size_t d) {
  const std::size_t all = all_coefficients(d);
  return points_for(all <= kMostCoefficients ? all : plain_coefficients(d));
}

std::vector<double> quadratic_minimum(std::span<const std::span<const double>> points,
                                      std::span<const double> values, std::span<const double> centre,
                                      std::span<const double> low, std::span<const double> high) {
  const std::size_t d = centre.size(), full = all_coefficients(d), plain = plain_coefficients(d);
  const bool mixed = points.size() >= full + 1 && full <= kMostCoefficients;
  const std::size_t count = mixed ? full : plain;
  if (points.size() < count + 1) return {};
  Vector far(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < d; ++j) far[i] = std::max(far[i], std::abs(points[i][j] - centre[j]));
  }
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto used = static_cast<std::ptrdiff_t>(std::min(order.size(), points_for(count)));
  const auto nearer = [&](std::size_t a, std::size_t b) {
    return far[a] != far[b] ? far[a] < far[b] : a < b;  // the earlier of equals, on every machine
  };
  std::nth_element(order.begin(), order.begin() + used - 1, order.end(), nearer);
  order.resize(static_cast<std::size_t>(used));
  std::sort(order.begin(), order.end(), nearer);
  const double reach = std::max(far[order.back()], 1e-300);

  const Vector y = unit_scaled(values, order);
  // Weighted least squares by the normal equations. Terms are of order 1 in u, a ridge of 1e-9 keeps terms
  // that the points do not tell apart near 0, and only the place of the minimum is wanted: that forgives the
  // square of the condition number.
  const auto size = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(size);
  for (std::size_t i = 0; i < order.size(); ++i) {
    Vector u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = (points[order[i]][j] - centre[j]) / reach;
    const Vector values_of_terms = terms(u, mixed);
    const Eigen::Map<const Eigen::VectorXd> row(values_of_terms.data(), size);
    const double weight = 1.0 / (0.05 + y[i]);  // low values matter most
    right += weight * y[i] * row;
    normal.selfadjointView<Eigen::Lower>().rankUpdate(row, weight);
  }
  normal.diagonal().array() += 1e-9 * (1.0 + normal.diagonal().array());
  const auto factor = Cholesky::factor(normal);
  if (!factor) return {};
  const Eigen::VectorXd solution = factor->solve(right);
  const Model model{Vector(solution.begin(), solution.end()), d, mixed};
  Vector u(d), bottom(d), top(d);
  for (std::size_t j = 0; j < d; ++j) {
    bottom[j] = (low[j] - centre[j]) / reach;
    top[j] = (high[j] - centre[j]) / reach;
  }
  descend(model, u, bottom, top);
  for (std::size_t j = 0; j < d; ++j) u[j] = std::clamp(centre[j] + reach * u[j], low[j], high[j]);
  return u;
}

}  // namespace hone::numeric
