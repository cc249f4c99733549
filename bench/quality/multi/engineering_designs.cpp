// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/quality/multi/functions.hpp"

namespace hone::quality::multi {
namespace {

using X = std::vector<double>;
using Values = std::vector<double>;

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

// By how much a welded beam (Deb et al. 1999) bears too little, as parts of what it must: shear, bending, a
// weld that is thicker than the beam, buckling.
Values welded_beam_excess(const X& x) {
  const double h = x[0], l = x[1], t = x[2], b = x[3];
  const double first = 6000.0 / (std::sqrt(2.0) * h * l);
  const double arm = std::sqrt(0.25 * (l * l + (h + t) * (h + t)));
  const double second =
      6000.0 * (14.0 + 0.5 * l) * arm / (2.0 * 0.707 * h * l * (l * l / 12.0 + 0.25 * (h + t) * (h + t)));
  const double shear = std::sqrt(first * first + second * second + l * first * second / arm);
  const double bending = 504000.0 / (t * t * b);
  const double buckling = 64746.022 * (1.0 - 0.0282346 * t) * t * b * b * b;
  return {shear / 13600.0 - 1.0, bending / 30000.0 - 1.0, h / b - 1.0, 1.0 - buckling / 6000.0};
}

// Cost and deflection.
Values welded_beam_values(const X& x) {
  const double h = x[0], l = x[1], t = x[2], b = x[3];
  return {1.10471 * h * h * l + 0.04811 * t * b * (14.0 + l), 2.1952 / (t * t * t * b)};
}

// The same without limits: a load beyond what it bears costs in both.
Values welded_beam(const X& x) {
  double over = 0.0;
  for (const double excess : welded_beam_excess(x)) over += std::max(0.0, excess);
  const Values values = welded_beam_values(x);
  return {values[0] + 20.0 * over, values[1] + 0.01 * over};
}

// --- with limits on outcomes, which are allowed up to 0 (Binh and Korn 1997; Srinivas and Deb 1994; Osyczka
// --- and Kundu 1995; as in Deb et al. 2002)

Values bnh(const X& x) {
  return {4.0 * x[0] * x[0] + 4.0 * x[1] * x[1], (x[0] - 5.0) * (x[0] - 5.0) + (x[1] - 5.0) * (x[1] - 5.0)};
}
Values bnh_excess(const X& x) {
  return {(x[0] - 5.0) * (x[0] - 5.0) + x[1] * x[1] - 25.0,
          7.7 - (x[0] - 8.0) * (x[0] - 8.0) - (x[1] + 3.0) * (x[1] + 3.0)};
}

Values srn(const X& x) {
  return {2.0 + (x[0] - 2.0) * (x[0] - 2.0) + (x[1] - 1.0) * (x[1] - 1.0),
          9.0 * x[0] - (x[1] - 1.0) * (x[1] - 1.0)};
}
Values srn_excess(const X& x) { return {x[0] * x[0] + x[1] * x[1] - 225.0, x[0] - 3.0 * x[1] + 10.0}; }

Values osy(const X& x) {
  return {-25.0 * std::pow(x[0] - 2.0, 2) - std::pow(x[1] - 2.0, 2) - std::pow(x[2] - 1.0, 2) -
              std::pow(x[3] - 4.0, 2) - std::pow(x[4] - 1.0, 2),
          std::inner_product(x.begin(), x.end(), x.begin(), 0.0)};
}
Values osy_excess(const X& x) {
  return {2.0 - x[0] - x[1],
          x[0] + x[1] - 6.0,
          x[1] - x[0] - 2.0,
          x[0] - 3.0 * x[1] - 2.0,
          std::pow(x[2] - 3.0, 2) + x[3] - 4.0,
          4.0 - std::pow(x[4] - 3.0, 2) - x[5]};
}

}  // namespace

std::vector<MultiFunction> engineering_designs() {
  const double root = std::sqrt(2.0);
  return {
      {"four-bar-truss",
       {{1.0, 3.0}, {root, 3.0}, {root, 3.0}, {1.0, 3.0}},
       {2967.0, 0.0384},
       four_bar_truss},
      {"crash", {{1.0, 3.0}, {1.0, 3.0}, {1.0, 3.0}, {1.0, 3.0}, {1.0, 3.0}}, {1705.0, 11.0, 0.27}, crash},
      {"welded-beam", {{0.125, 5.0}, {0.1, 10.0}, {0.1, 10.0}, {0.125, 5.0}}, {40.0, 0.012}, welded_beam},
      {"bnh", {{0.0, 5.0}, {0.0, 3.0}}, {140.0, 50.0}, bnh, bnh_excess},
      {"srn", {{-20.0, 20.0}, {-20.0, 20.0}}, {250.0, 10.0}, srn, srn_excess},
      {"osy",
       {{0.0, 10.0}, {0.0, 10.0}, {1.0, 5.0}, {0.0, 6.0}, {1.0, 5.0}, {0.0, 10.0}},
       {0.0, 80.0},
       osy,
       osy_excess},
      {"welded-beam-limits",
       {{0.125, 5.0}, {0.1, 10.0}, {0.1, 10.0}, {0.125, 5.0}},
       {40.0, 0.012},
       welded_beam_values,
       welded_beam_excess},
  };
}

}  // namespace hone::quality::multi
