// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <numbers>

#include "bench/quality/functions.hpp"

namespace hone::quality {
namespace {

using std::numbers::e;
using std::numbers::pi;
using X = std::span<const double>;

double booth(X x) { return square(x[0] + 2.0 * x[1] - 7.0) + square(2.0 * x[0] + x[1] - 5.0); }

double mccormick(X x) { return std::sin(x[0] + x[1]) + square(x[0] - x[1]) - 1.5 * x[0] + 2.5 * x[1] + 1.0; }

double power_sum(X x) {
  constexpr std::array<double, 4> kSums = {8, 18, 44, 114};
  double total = 0.0;
  for (std::size_t k = 0; k < kSums.size(); ++k) {
    double sum = -kSums[k];
    for (const double v : x) sum += std::pow(v, static_cast<double>(k + 1));
    total += square(sum);
  }
  return total;
}

double zakharov(X x) {
  double squares = 0.0;
  double weighted = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    squares += square(x[i]);
    weighted += 0.5 * static_cast<double>(i + 1) * x[i];
  }
  return squares + square(weighted) + square(square(weighted));
}

double six_hump_camel(X x) {
  const double a = square(x[0]);
  const double b = square(x[1]);
  return (4.0 - 2.1 * a + square(a) / 3.0) * a + x[0] * x[1] + (4.0 * b - 4.0) * b;
}

double dixon_price(X x) {
  double sum = square(x[0] - 1.0);
  for (std::size_t i = 1; i < x.size(); ++i) {
    sum += static_cast<double>(i + 1) * square(2.0 * square(x[i]) - x[i - 1]);
  }
  return sum;
}

double rosenbrock(X x) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    sum += 100.0 * square(x[i + 1] - square(x[i])) + square(x[i] - 1.0);
  }
  return sum;
}

double perm0(X x) {
  constexpr double kBeta = 10.0;
  double total = 0.0;
  for (std::size_t i = 1; i <= x.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 1; j <= x.size(); ++j) {
      const auto power = static_cast<double>(i);
      const auto base = static_cast<double>(j);
      sum += (base + kBeta) * (std::pow(x[j - 1], power) - std::pow(1.0 / base, power));
    }
    total += square(sum);
  }
  return total;
}

double trid(X x) {
  double sum = square(x[0] - 1.0);
  for (std::size_t i = 1; i < x.size(); ++i) sum += square(x[i] - 1.0) - x[i] * x[i - 1];
  return sum;
}

double ackley(X x) {
  const auto n = static_cast<double>(x.size());
  double squares = 0.0;
  double waves = 0.0;
  for (const double v : x) {
    squares += square(v);
    waves += std::cos(2.0 * pi * v);
  }
  return -20.0 * std::exp(-0.2 * std::sqrt(squares / n)) - std::exp(waves / n) + 20.0 + e;
}

double cliff(X x) {
  return -std::exp(-0.5 * square(x[0]) / 100.0 - 0.5 * square(x[1] + 0.03 * square(x[0]) - 3.0));
}

double octopus(X x) {
  return -(2.0 * std::cos(10.0 * x[0]) * std::sin(10.0 * x[1]) + std::sin(10.0 * x[0] * x[1]));
}

}  // namespace

std::vector<BoxFunction> functions_with_plates_valleys_and_bowls() {
  return {
      {"booth", cube(2, -10, 10), booth, 0.0, {{1, 3}}},
      {"mccorm", cube(2, -10, 10), mccormick, -10.122147076027829, {{-9.611684108409004, -10}}},
      {"powersum", cube(4, 0, 4), power_sum, 0.0, {{1, 2, 2, 3}, {3, 2, 1, 2}}},
      {"zakharov", cube(4, -5, 10), zakharov, 0.0, {{0, 0, 0, 0}}},
      {"camel6",
       {{-3, 3}, {-2, 2}},
       six_hump_camel,
       -1.0316284534898774,
       {{0.089842013100318062, -0.71265640302073963}, {-0.089842013100318062, 0.71265640302073963}}},
      {"dixonpr",
       cube(4, -10, 10),
       dixon_price,
       0.0,
       {{1, std::exp2(-1.0 / 2.0), std::exp2(-3.0 / 4.0), std::exp2(-7.0 / 8.0)}}},
      {"rosen", cube(8, -5, 10), rosenbrock, 0.0, {std::vector<double>(8, 1.0)}},
      {"perm0db", cube(2, -2, 2), perm0, 0.0, {{1, 0.5}}},
      {"trid", cube(2, -4, 4), trid, -2.0, {{2, 2}}},
  };
}

std::vector<BoxFunction> example_functions() {
  return {
      {"cliff", {{-20, 20}, {-10, 5}}, cliff, -1.0, {{0, 3}}},
      {"octopus", cube(2, 0, 1), octopus, -2.9964854440233722, {{0.31599598278452723, 0.47246740902075291}}},
  };
}

std::vector<BoxFunction> wide_functions() {
  constexpr double kUsual = 32.768;
  std::vector<BoxFunction> functions;
  for (const std::size_t d : {10, 20}) {
    const std::string suffix = std::to_string(d);
    functions.push_back({"ackley" + suffix,
                         cube(d, -0.75 * kUsual, 1.25 * kUsual),
                         ackley,
                         0.0,
                         {std::vector<double>(d, 0.0)}});
    functions.push_back({"rosen" + suffix, cube(d, -5, 10), rosenbrock, 0.0, {std::vector<double>(d, 1.0)}});
  }
  return functions;
}

}  // namespace hone::quality
