// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <numbers>

#include "bench/quality/functions.hpp"

namespace hone::quality {
namespace {

using std::numbers::pi;
using X = std::span<const double>;

// The foxholes' first coordinate moves with the slow index, as the paper has it; elsewhere the two are
// swapped, which mirrors the function at the diagonal.
double dejong5(X x) {
  constexpr std::array<double, 5> kHoles = {-32, -16, 0, 16, 32};
  double sum = 0.002;
  for (std::size_t i = 0; i < 25; ++i) {
    sum += 1.0 / (static_cast<double>(i + 1) + std::pow(x[0] - kHoles[i / 5], 6) +
                  std::pow(x[1] - kHoles[i % 5], 6));
  }
  return 1.0 / sum;
}

double easom(X x) {
  return -std::cos(x[0]) * std::cos(x[1]) * std::exp(-square(x[0] - pi) - square(x[1] - pi));
}

double michalewicz(X x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum -= std::sin(x[i]) * std::pow(std::sin(static_cast<double>(i + 1) * square(x[i]) / pi), 20);
  }
  return sum;
}

double beale(X x) {
  const double a = x[0];
  const double b = x[1];
  return square(1.5 - a + a * b) + square(2.25 - a + a * b * b) + square(2.625 - a + a * b * b * b);
}

double branin(X x) {
  const double b = 5.1 / (4.0 * pi * pi);
  const double valley = x[1] - b * square(x[0]) + 5.0 / pi * x[0] - 6.0;
  return square(valley) + 10.0 * (1.0 - 1.0 / (8.0 * pi)) * std::cos(x[0]) + 10.0;
}

double colville(X x) {
  return 100.0 * square(square(x[0]) - x[1]) + square(x[0] - 1.0) + square(x[2] - 1.0) +
         90.0 * square(square(x[2]) - x[3]) + 10.1 * (square(x[1] - 1.0) + square(x[3] - 1.0)) +
         19.8 * (x[1] - 1.0) * (x[3] - 1.0);
}

double goldstein_price(X x) {
  const double a = x[0];
  const double b = x[1];
  const double first =
      1.0 + square(a + b + 1.0) * (19.0 - 14.0 * a + 3.0 * a * a - 14.0 * b + 6.0 * a * b + 3.0 * b * b);
  const double second = 30.0 + square(2.0 * a - 3.0 * b) *
                                   (18.0 - 32.0 * a + 12.0 * a * a + 48.0 * b - 36.0 * a * b + 27.0 * b * b);
  return first * second;
}

constexpr std::array<double, 4> kHeights = {1.0, 1.2, 3.0, 3.2};

/// The sum of four Gaussian bumps that all Hartmann functions are made of; four dimensions are the first four
/// of six.
template <std::size_t N>
double bumps(X x, const std::array<std::array<double, N>, 4>& narrowness,
             const std::array<std::array<double, N>, 4>& centre) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    double r = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j) r += narrowness[i][j] * square(x[j] - 1e-4 * centre[i][j]);
    sum += kHeights[i] * std::exp(-r);
  }
  return sum;
}

double hartmann3(X x) {
  constexpr std::array<std::array<double, 3>, 4> kNarrow = {
      {{3, 10, 30}, {0.1, 10, 35}, {3, 10, 30}, {0.1, 10, 35}}};
  constexpr std::array<std::array<double, 3>, 4> kCentre = {
      {{3689, 1170, 2673}, {4699, 4387, 7470}, {1091, 8732, 5547}, {381, 5743, 8828}}};
  return -bumps(x, kNarrow, kCentre);
}

double bumps6(X x) {
  constexpr std::array<std::array<double, 6>, 4> kNarrow = {{{10, 3, 17, 3.5, 1.7, 8},
                                                             {0.05, 10, 17, 0.1, 8, 14},
                                                             {3, 3.5, 1.7, 10, 17, 8},
                                                             {17, 8, 0.05, 10, 0.1, 14}}};
  constexpr std::array<std::array<double, 6>, 4> kCentre = {{{1312, 1696, 5569, 124, 8283, 5886},
                                                             {2329, 4135, 8307, 3736, 1004, 9991},
                                                             {2348, 1451, 3522, 2883, 3047, 6650},
                                                             {4047, 8828, 8732, 5743, 1091, 381}}};
  return bumps(x, kNarrow, kCentre);
}

double hartmann4(X x) { return (1.1 - bumps6(x)) / 0.839; }
double hartmann6(X x) { return -(2.58 + bumps6(x)) / 1.94; }

double perm(X x) {
  constexpr double kBeta = 0.5;
  double total = 0.0;
  for (std::size_t i = 1; i <= x.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 1; j <= x.size(); ++j) {
      const auto power = static_cast<double>(i);
      const auto base = static_cast<double>(j);
      sum += (std::pow(base, power) + kBeta) * (std::pow(x[j - 1] / base, power) - 1.0);
    }
    total += square(sum);
  }
  return total;
}

double powell(X x) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 3 < x.size(); i += 4) {
    sum += square(x[i] + 10.0 * x[i + 1]) + 5.0 * square(x[i + 2] - x[i + 3]) +
           square(square(x[i + 1] - 2.0 * x[i + 2])) + 10.0 * square(square(x[i] - x[i + 3]));
  }
  return sum;
}

double shekel(X x) {
  struct Hole {
    double width, odd, even;  // the centre is (odd, even, odd, even)
  };
  constexpr std::array<Hole, 10> kHoles = {{{0.1, 4, 4},
                                            {0.2, 1, 1},
                                            {0.2, 8, 8},
                                            {0.4, 6, 6},
                                            {0.4, 3, 7},
                                            {0.6, 2, 9},
                                            {0.3, 5, 3},
                                            {0.7, 8, 1},
                                            {0.5, 6, 2},
                                            {0.5, 7, 3.6}}};
  double sum = 0.0;
  for (const auto& [width, odd, even] : kHoles) {
    sum -=
        1.0 / (square(x[0] - odd) + square(x[1] - even) + square(x[2] - odd) + square(x[3] - even) + width);
  }
  return sum;
}

double styblinski_tang(X x) {
  double sum = 0.0;
  for (const double v : x) sum += 0.5 * (square(square(v)) - 16.0 * square(v) + 5.0 * v);
  return sum;
}

}  // namespace

std::vector<BoxFunction> functions_with_ridges_and_drops() {
  return {
      {"dejong5",
       cube(2, -65.536, 65.536),
       dejong5,
       0.99800383779445026,
       {{-31.978334837300795, -31.97833483565697}}},
      {"easom", cube(2, -100, 100), easom, -1.0, {{pi, pi}}},
      {"michal",
       cube(5, 0, pi),
       michalewicz,
       -4.6876581790881463,
       {{2.2029055201726093, 1.5707963267948966, 1.2849915705529244, 1.9230584698663628,
         1.7204697725658413}}},
  };
}

std::vector<BoxFunction> other_functions() {
  return {
      {"beale", cube(2, -4.5, 4.5), beale, 0.0, {{3, 0.5}}},
      {"branin",
       {{-5, 10}, {0, 15}},
       branin,
       0.39788735772973834,
       {{-pi, 12.275}, {pi, 2.275}, {3.0 * pi, 2.475}}},
      {"colville", cube(4, -10, 10), colville, 0.0, {{1, 1, 1, 1}}},
      {"goldpr", cube(2, -2, 2), goldstein_price, 3.0, {{0, -1}}},
      {"hart3",
       cube(3, 0, 1),
       hartmann3,
       -3.8627797873326625,
       {{0.11458887665506897, 0.55564889461693004, 0.85254698468667744}}},
      {"hart4",
       cube(4, 0, 1),
       hartmann4,
       -3.1344941412223992,
       {{0.18739527297346669, 0.19415152930244072, 0.557917780062569, 0.26477962417039715}}},
      {"hart6",
       cube(6, 0, 1),
       hartmann6,
       -3.0424577378430489,
       {{0.20168951100670542, 0.15001069182345797, 0.47687397422189699, 0.27533243049405607,
         0.31165161660011324, 0.65730053406562031}}},
      {"permdb", cube(2, -2, 2), perm, 0.0, {{1, 2}, {23.0 / 13.0, 14.0 / 13.0}}},
      {"powell", cube(4, -4, 5), powell, 0.0, {{0, 0, 0, 0}}},
      {"shekel",
       cube(4, 0, 10),
       shekel,
       -10.536443153483528,
       {{4.0007468682706344, 3.9995094800857736, 4.0007468682706344, 3.9995094800857736}}},
      {"stybtang",
       cube(6, -5, 5),
       styblinski_tang,
       -234.99699422262849,
       {std::vector<double>(6, -2.9035340277711771)}},
  };
}

}  // namespace hone::quality
