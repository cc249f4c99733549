// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/ensembles.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hone::quality::malibo {
namespace {

using Numbers = std::span<const double>;

double forrester_member(Numbers x, Numbers p) {
  return p[0] * square(6.0 * x[0] - 2.0) * std::sin(12.0 * x[0] - 4.0) + p[1] * (x[0] - 0.5) - p[2];
}

double branin_member(Numbers x, Numbers p) {
  const double valley = x[1] - p[1] * square(x[0]) + p[2] * x[0] - p[3];
  return p[0] * square(valley) + p[4] * (1.0 - p[5]) * std::cos(x[0]) + p[4];
}

double hartmann3_member(Numbers x, Numbers p) {
  constexpr std::array<std::array<double, 3>, 4> kNarrow = {
      {{3, 10, 30}, {0.1, 10, 35}, {3, 10, 30}, {0.1, 10, 35}}};
  constexpr std::array<std::array<double, 3>, 4> kCentre = {{{0.3689, 0.1170, 0.2673},
                                                             {0.4699, 0.4387, 0.7470},
                                                             {0.1091, 0.8732, 0.5547},
                                                             {0.0381, 0.5743, 0.8828}}};
  double sum = 0.0;
  for (std::size_t i = 0; i < kCentre.size(); ++i) {
    double distance = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j) distance += kNarrow[i][j] * square(x[j] - kCentre[i][j]);
    sum -= p[i] * std::exp(-distance);
  }
  return sum;
}

double quadratic_member(Numbers x, Numbers p) { return square(p[0] * (x[0] - p[1])) - p[2]; }

}  // namespace

std::vector<double> Ensemble::draw(Rng& rng) const {
  std::vector<double> drawn;
  for (const Interval& range : parameters) drawn.push_back(rng.uniform(range.low, range.high));
  return drawn;
}

const std::vector<Ensemble>& ensembles() {
  static const std::vector<Ensemble> kEnsembles = {
      {"forrester", {{0, 1}}, {{0.2, 3}, {-5, 15}, {-5, 5}}, forrester_member, 64, 32},
      {"branin",
       {{-5, 10}, {0, 15}},
       {{0.5, 1.5}, {0.1, 0.15}, {1, 2}, {5, 7}, {8, 12}, {0.03, 0.05}},
       branin_member,
       256,
       128},
      {"hartmann3", cube(3, 0, 1), {{0, 2}, {0, 2}, {2, 4}, {2, 4}}, hartmann3_member, 256, 512},
      {"quadratic", {{-1, 1}}, {{0.5, 1.5}, {-0.9, 0.9}, {-1, 1}}, quadratic_member, 64, 32}};
  return kEnsembles;
}

const Ensemble* find_ensemble(const std::string& name) {
  for (const Ensemble& ensemble : ensembles()) {
    if (ensemble.name == name) return &ensemble;
  }
  return nullptr;
}

}  // namespace hone::quality::malibo
