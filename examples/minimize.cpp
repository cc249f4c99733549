// SPDX-License-Identifier: MIT
// A study in ten lines: the least value of Branin's function is 0.397887, at three places.
#include <cmath>
#include <hone/hone.hpp>
#include <iostream>
#include <numbers>

double branin(const hone::Configuration& at) {
  const double x = at.real("x");
  const double y = at.real("y");
  const double bend =
      y - 5.1 / (4 * std::numbers::pi * std::numbers::pi) * x * x + 5 / std::numbers::pi * x - 6;
  return bend * bend + 10 * (1 - 1 / (8 * std::numbers::pi)) * std::cos(x) + 10;
}

int main() {
  const hone::Space space({hone::real("x", -5, 10), hone::real("y", 0, 15)});
  const hone::Found found = hone::minimize(space, branin, {.trials = 200, .seed = 1});
  std::cout << "best " << found.best->values[0] << " at " << hone::to_text(found.best->configuration) << '\n';
  return found.best->values[0] < 2.0 ? 0 : 1;
}
