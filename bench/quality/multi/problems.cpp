// SPDX-License-Identifier: MIT
#include "bench/quality/multi/problems.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "bench/quality/problem.hpp"
#include "hone/base/text.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/numeric/nsga2.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::quality::multi {
namespace {

using X = std::vector<double>;
using Values = std::vector<double>;
using Function = Values (*)(const X&);
using std::numbers::pi;

struct Box {
  const char* name;
  std::vector<std::pair<double, double>> box;
  Values worst;
  Function values;
};

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

// --- designs of engineering (Tanabe and Ishibuchi 2020: RE2-4-1, RE3-5-4, RE2-4-3's relative with integers)

Values four_bar_truss(const X& x) {
  const double root = std::sqrt(2.0);
  return {200.0 * (2.0 * x[0] + root * x[1] + std::sqrt(x[2]) + x[3]),
          0.01 * (2.0 / x[0] + 2.0 * root / x[1] - 2.0 * root / x[2] + 2.0 / x[3])};
}

Values crash(const X& x) {
  return {1640.2823 + 2.3573285 * x[0] + 2.3220035 * x[1] + 4.5688768 * x[2] + 7.7213633 * x[3] +
              4.4559504 * x[4],
          6.5856 + 1.15 * x[0] - 1.0427 * x[1] + 0.9738 * x[2] + 0.8364 * x[3] - 0.3695 * x[0] * x[3] +
              0.0861 * x[0] * x[4] + 0.3628 * x[1] * x[3] - 0.1106 * x[0] * x[0] - 0.3437 * x[2] * x[2] +
              0.1764 * x[3] * x[3],
          -0.0551 + 0.0181 * x[0] + 0.1024 * x[1] + 0.0421 * x[2] - 0.0073 * x[0] * x[1] +
              0.0240 * x[1] * x[2] - 0.0118 * x[1] * x[3] - 0.0204 * x[2] * x[3] - 0.0080 * x[2] * x[4] -
              0.0241 * x[1] * x[1] + 0.0109 * x[3] * x[3]};
}

// Cost and deflection of a welded beam (Deb et al. 1999); a load beyond what it bears costs in both.
Values welded_beam(const X& x) {
  const double h = x[0], l = x[1], t = x[2], b = x[3];
  const double first = 6000.0 / (std::sqrt(2.0) * h * l);
  const double arm = std::sqrt(0.25 * (l * l + (h + t) * (h + t)));
  const double second =
      6000.0 * (14.0 + 0.5 * l) * arm / (2.0 * 0.707 * h * l * (l * l / 12.0 + 0.25 * (h + t) * (h + t)));
  const double shear = std::sqrt(first * first + second * second + l * first * second / arm);
  const double bending = 504000.0 / (t * t * b);
  const double buckling = 64746.022 * (1.0 - 0.0282346 * t) * t * b * b * b;
  const double over = std::max(0.0, shear / 13600.0 - 1.0) + std::max(0.0, bending / 30000.0 - 1.0) +
                      std::max(0.0, h / b - 1.0) + std::max(0.0, 1.0 - buckling / 6000.0);
  return {1.10471 * h * h * l + 0.04811 * t * b * (14.0 + l) + 20.0 * over,
          2.1952 / (t * t * t * b) + 0.01 * over};
}

std::vector<Box> boxes() {
  const double root = std::sqrt(2.0);
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
      {"four-bar-truss",
       {{1.0, 3.0}, {root, 3.0}, {root, 3.0}, {1.0, 3.0}},
       {2967.0, 0.0384},
       four_bar_truss},
      {"crash", cube(5, 1.0, 3.0), {1705.0, 11.0, 0.27}, crash},
      {"welded-beam", {{0.125, 5.0}, {0.1, 10.0}, {0.1, 10.0}, {0.125, 5.0}}, {40.0, 0.012}, welded_beam},
  };
}

// The front of a long search: 400 points, 500 generations.
double volume_of(const Box& problem) {
  const auto dimensions = static_cast<Eigen::Index>(problem.box.size());
  const auto m = static_cast<Eigen::Index>(problem.worst.size());
  numeric::Nsga2Problem search{
      .columns = numeric::Columns(problem.box.size()),
      .objectives = static_cast<int>(m),
      .evaluate = [&](const Eigen::Ref<const Eigen::MatrixXd>& points, Eigen::Ref<Eigen::MatrixXd> values) {
        X x(problem.box.size());
        for (Eigen::Index i = 0; i < points.rows(); ++i) {
          for (Eigen::Index j = 0; j < dimensions; ++j) {
            const auto [low, high] = problem.box[static_cast<std::size_t>(j)];
            x[static_cast<std::size_t>(j)] = low + points(i, j) * (high - low);
          }
          const Values f = problem.values(x);
          for (Eigen::Index k = 0; k < m; ++k) values(i, k) = f[static_cast<std::size_t>(k)];
        }
      }};
  const numeric::Nsga2Result found =
      numeric::minimise_nsga2(search, {.population = 400, .generations = 500, .seed = 1});
  return numeric::hypervolume(found.population_objectives,
                              Eigen::Map<const Eigen::VectorXd>(problem.worst.data(), m));
}

}  // namespace

std::vector<MultiProblem> multi_problems() {
  std::vector<MultiProblem> problems;
  for (Box& box : boxes()) {
    std::vector<Parameter> parameters;
    for (std::size_t j = 0; j < box.box.size(); ++j)
      parameters.push_back(real(text("x", j + 1), box.box[j].first, box.box[j].second));
    const Function values = box.values;
    problems.push_back({.name = box.name,
                        .space = Space(std::move(parameters)),
                        .values = [values](const Configuration& at) { return values(coordinates(at)); },
                        .worst = box.worst,
                        .volume = volume_of(box)});
  }
  return problems;
}

}  // namespace hone::quality::multi
