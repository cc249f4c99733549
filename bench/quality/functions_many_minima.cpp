// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <numbers>

#include "bench/quality/functions.hpp"

// Minima of this and the sibling files: tests/reference/quality_minima.py, unless they are exact.
namespace hone::quality {
namespace {

using std::numbers::pi;
using X = std::span<const double>;

double bukin6(X x) {
  return 100.0 * std::sqrt(std::abs(x[1] - 0.01 * square(x[0]))) + 0.01 * std::abs(x[0] + 10.0);
}

double cross_in_tray(X x) {
  const double bump = std::exp(std::abs(100.0 - std::hypot(x[0], x[1]) / pi));
  return -1e-4 * std::pow(std::abs(std::sin(x[0]) * std::sin(x[1]) * bump) + 1.0, 0.1);
}

double eggholder(X x) {
  const double y = x[1] + 47.0;
  return -y * std::sin(std::sqrt(std::abs(y + x[0] / 2.0))) - x[0] * std::sin(std::sqrt(std::abs(x[0] - y)));
}

double holder_table(X x) {
  const double bump = std::exp(std::abs(1.0 - std::hypot(x[0], x[1]) / pi));
  return -std::abs(std::sin(x[0]) * std::cos(x[1]) * bump);
}

double langermann(X x) {
  struct Wave {
    double height, a, b;
  };
  constexpr std::array<Wave, 5> kWaves = {{{1, 3, 5}, {2, 5, 2}, {5, 2, 1}, {2, 1, 4}, {3, 7, 9}}};
  double sum = 0.0;
  for (const auto& [height, a, b] : kWaves) {
    const double r = square(x[0] - a) + square(x[1] - b);
    sum += height * std::exp(-r / pi) * std::cos(pi * r);
  }
  return sum;
}

double levy(X x) {
  const auto w = [&](std::size_t i) { return 1.0 + (x[i] - 1.0) / 4.0; };
  const std::size_t last = x.size() - 1;
  double sum = square(std::sin(pi * w(0)));
  for (std::size_t i = 0; i < last; ++i) {
    sum += square(w(i) - 1.0) * (1.0 + 10.0 * square(std::sin(pi * w(i) + 1.0)));
  }
  return sum + square(w(last) - 1.0) * (1.0 + square(std::sin(2.0 * pi * w(last))));
}

double levy13(X x) {
  return square(std::sin(3.0 * pi * x[0])) + square(x[0] - 1.0) * (1.0 + square(std::sin(3.0 * pi * x[1]))) +
         square(x[1] - 1.0) * (1.0 + square(std::sin(2.0 * pi * x[1])));
}

double schwefel(X x) {
  double sum = 418.9829 * static_cast<double>(x.size());
  for (const double v : x) sum -= v * std::sin(std::sqrt(std::abs(v)));
  return sum;
}

double shubert(X x) {
  const auto wave = [](double v) {
    double sum = 0.0;
    for (int i = 1; i <= 5; ++i) sum += i * std::cos((i + 1) * v + i);
    return sum;
  };
  return wave(x[0]) * wave(x[1]);
}

/// The four mirror images of a point in the first quadrant.
std::vector<std::vector<double>> mirrored(double a, double b) { return {{a, b}, {-a, b}, {a, -b}, {-a, -b}}; }

}  // namespace

std::vector<BoxFunction> functions_with_many_minima() {
  return {
      {"bukin6", {{-15, -5}, {-3, 3}}, bukin6, 0.0, {{-10, 1}}},
      {"crossit", cube(2, -10, 10), cross_in_tray, -2.0626118708227369,
       mirrored(1.3494066171539108, 1.3494066171539108)},
      {"egg", cube(2, -512, 512), eggholder, -959.6406627208508, {{512, 404.23180511375781}}},
      {"holder", cube(2, -10, 10), holder_table, -19.208502567886732,
       mirrored(8.0550234757365634, 9.6645900192412729)},
      {"langer", cube(2, 0, 10), langermann, -4.1558092918477851, {{2.7934022086450369, 1.59723250132836}}},
      {"levy", cube(2, -10, 10), levy, 0.0, {{1, 1}}},
      {"levy13", cube(2, -10, 10), levy13, 0.0, {{1, 1}}},
      // Not 0, because the constant 418.9829 of the definition is rounded.
      {"schwef",
       cube(6, -500, 500),
       schwefel,
       7.6365397762351281e-5,
       {std::vector<double>(6, 420.96874635998203)}},
      {"shubert",
       cube(2, -5.12, 5.12),
       shubert,
       -186.73090883102383,
       {{-0.80032110047197312, 4.8580568788598255}, {4.8580568788598255, -0.80032110047197312}}},
  };
}

}  // namespace hone::quality
