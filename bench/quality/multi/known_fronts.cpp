// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/quality/multi/functions.hpp"

namespace hone::quality::multi {
namespace {

using X = std::vector<double>;
using Values = std::vector<double>;
using std::numbers::pi;

std::vector<std::pair<double, double>> cube(int dimensions, double low = 0.0, double high = 1.0) {
  return std::vector<std::pair<double, double>>(static_cast<std::size_t>(dimensions), {low, high});
}

double sum_from(const X& x, std::size_t first, double (*term)(double)) {
  double sum = 0.0;
  for (std::size_t i = first; i < x.size(); ++i) sum += term(x[i]);
  return sum;
}

// --- Zitzler, Deb and Thiele (2000)

double zdt_g(const X& x) {
  return 1.0 + 9.0 * sum_from(x, 1, [](double v) { return v; }) / static_cast<double>(x.size() - 1);
}

Values zdt1(const X& x) {
  const double g = zdt_g(x);
  return {x[0], g * (1.0 - std::sqrt(x[0] / g))};
}

Values zdt2(const X& x) {
  const double g = zdt_g(x);
  return {x[0], g * (1.0 - (x[0] / g) * (x[0] / g))};
}

Values zdt3(const X& x) {
  const double g = zdt_g(x);
  return {x[0], g * (1.0 - std::sqrt(x[0] / g) - x[0] / g * std::sin(10.0 * pi * x[0]))};
}

// --- Deb et al. (2002)

Values dtlz2(const X& x, int objectives) {
  const auto m = static_cast<std::size_t>(objectives);
  const double g = sum_from(x, m - 1, [](double v) { return (v - 0.5) * (v - 0.5); });
  Values f(m, 1.0 + g);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t i = 0; i + k + 1 < m; ++i) f[k] *= std::cos(0.5 * pi * x[i]);
    if (k > 0) f[k] *= std::sin(0.5 * pi * x[m - 1 - k]);
  }
  return f;
}

Values dtlz2_two(const X& x) { return dtlz2(x, 2); }
Values dtlz2_three(const X& x) { return dtlz2(x, 3); }

Values dtlz7_two(const X& x) {
  const double g = 1.0 + 9.0 * sum_from(x, 1, [](double v) { return v; }) / static_cast<double>(x.size() - 1);
  return {x[0], (1.0 + g) * (2.0 - x[0] / (1.0 + g) * (1.0 + std::sin(3.0 * pi * x[0])))};
}

// --- pairs of functions whose minima lie apart

double sphere_at(const X& x, double at) {
  double sum = 0.0;
  for (const double v : x) sum += (v - at) * (v - at);
  return sum;
}

double rastrigin_at(const X& x, double at) {
  double sum = 0.0;
  for (const double v : x) sum += (v - at) * (v - at) - 0.1 * (std::cos(6.0 * pi * (v - at)) - 1.0);
  return sum;
}

double ellipsoid_at(const X& x, double at) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::pow(100.0, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * (x[i] - at) *
           (x[i] - at);
  return sum;
}

double rosenbrock(const X& x) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += 100.0 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1.0 - x[i], 2);
  return sum;
}

double ackley_at(const X& x, double at) {
  const auto d = static_cast<double>(x.size());
  double waves = 0.0;
  for (const double v : x) waves += std::cos(2.0 * pi * 3.0 * (v - at));
  return 20.0 - 20.0 * std::exp(-0.2 * 3.0 * std::sqrt(sphere_at(x, at) / d)) + std::exp(1.0) -
         std::exp(waves / d);
}

Values spheres(const X& x) { return {sphere_at(x, 0.2), sphere_at(x, 0.7)}; }
Values sphere_rastrigin(const X& x) { return {sphere_at(x, 0.3), rastrigin_at(x, 0.6)}; }
Values ellipsoid_sphere(const X& x) { return {std::sqrt(ellipsoid_at(x, 0.25)), sphere_at(x, 0.8)}; }
Values rosenbrock_sphere(const X& x) { return {std::log1p(rosenbrock(x)), sphere_at(x, -0.5)}; }
Values ackley_sphere(const X& x) { return {ackley_at(x, 0.35), sphere_at(x, 0.75)}; }
Values three_spheres(const X& x) { return {sphere_at(x, 0.2), sphere_at(x, 0.8), rastrigin_at(x, 0.5)}; }

Values branin_currin(const X& u) {
  const double x = 15.0 * u[0] - 5.0, y = 15.0 * u[1];
  const double branin = std::pow(y - 5.1 / (4 * pi * pi) * x * x + 5.0 / pi * x - 6.0, 2) +
                        10.0 * (1.0 - 1.0 / (8.0 * pi)) * std::cos(x) + 10.0;
  const double a = u[0], b = std::max(u[1], 1e-12);
  const double currin = (1.0 - std::exp(-0.5 / b)) *
                        (2300.0 * a * a * a + 1900.0 * a * a + 2092.0 * a + 60.0) /
                        (100.0 * a * a * a + 500.0 * a * a + 4.0 * a + 20.0);
  return {branin, currin};
}

}  // namespace

std::vector<MultiFunction> known_fronts() {
  return {
      {"zdt1", cube(6), {1.1, 1.1}, zdt1},
      {"zdt2", cube(6), {1.1, 1.1}, zdt2},
      {"zdt3", cube(6), {1.1, 1.1}, zdt3},
      {"dtlz2-2", cube(5), {1.1, 1.1}, dtlz2_two},
      {"dtlz2-3", cube(6), {1.1, 1.1, 1.1}, dtlz2_three},
      {"dtlz7-2", cube(5), {1.1, 4.4}, dtlz7_two},
      {"spheres", cube(4), {1.2, 1.2}, spheres},
      {"sphere+rastrigin", cube(4), {0.6, 0.6}, sphere_rastrigin},
      {"ellipsoid+sphere", cube(4), {6.0, 1.4}, ellipsoid_sphere},
      {"rosenbrock+sphere", cube(4, -1.0, 1.5), {6.0, 9.0}, rosenbrock_sphere},
      {"ackley+sphere", cube(4), {6.0, 0.8}, ackley_sphere},
      {"three-spheres", cube(4), {1.6, 1.6, 0.8}, three_spheres},
      {"branin+currin", cube(2), {18.0, 6.0}, branin_currin},
  };
}

}  // namespace hone::quality::multi
