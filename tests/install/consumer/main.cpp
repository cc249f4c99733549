// SPDX-License-Identifier: MIT
#include <cmath>
#include <hone/hone.hpp>
#include <iostream>

int main() {
  const hone::Space space({hone::real("x", -5, 5)});
  const auto found =
      hone::minimize(space, [](const hone::Configuration& at) { return std::abs(at.real("x") - 1); },
                     {.trials = 64, .sampler = "sobol"});
  std::cout << found.best->configuration.real("x") << '\n';
  return std::abs(found.best->configuration.real("x") - 1) < 0.2 ? 0 : 1;
}
