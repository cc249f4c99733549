// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "bench/quality/functions.hpp"

namespace hone::quality {
namespace {

Problem base(const std::vector<BoxFunction>& functions, const std::string& of, const std::string& name) {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const BoxFunction& function) { return function.name == of; });
  Problem problem = to_problem(*found, "noisy");
  problem.name = name;
  return problem;
}

/// The same normal noise everywhere.
Problem with_noise(Problem problem, double deviation) {
  problem.noisy = [deviation](const Configuration&, double value, Rng& rng) {
    return value + deviation * rng.normal();
  };
  return problem;
}

/// Noise that grows with the distance from the minimum: what training with a bad rate looks like.
Problem with_growing_noise(Problem problem, double part) {
  problem.noisy = [part, minimum = problem.minimum](const Configuration&, double value, Rng& rng) {
    return value + (0.02 + part * (value - minimum)) * rng.normal();
  };
  return problem;
}

/// Fails on one side of a line that runs close to the minimum, on a quarter of the box or so.
Problem with_failures(Problem problem) {
  problem.value = [value = problem.value](const Configuration& c) {
    const auto x = coordinates(c);
    return x[0] + 0.5 * x[1] > 5.0 ? std::numeric_limits<double>::quiet_NaN() : value(c);
  };
  return problem;
}

/// Fails wherever the first coordinate is beyond that of the minimum: on half of the box, right beside it.
Problem half_failing(Problem problem) {
  const double edge = coordinates(problem.argmins.front())[0] + 1e-3;
  problem.value = [edge, value = problem.value](const Configuration& c) {
    return coordinates(c)[0] > edge ? std::numeric_limits<double>::quiet_NaN() : value(c);
  };
  return problem;
}

/// Fails by chance, one time in five, whatever is tried.
Problem failing_by_chance(Problem problem) {
  problem.noisy = [](const Configuration&, double value, Rng& rng) {
    return rng.uniform() < 0.2 ? std::numeric_limits<double>::quiet_NaN() : value;
  };
  return problem;
}

}  // namespace

std::vector<Problem> noisy_problems() {
  const auto other = other_functions();
  return {
      with_noise(base(other, "branin", "noisy_branin"), 2.0),
      with_noise(base(other, "hart6", "noisy_hart6"), 0.1),
      with_growing_noise(base(functions_with_plates_valleys_and_bowls(), "camel6", "growing_noise"), 0.25),
      with_failures(base(functions_with_many_minima(), "levy", "failing_levy")),
      half_failing(base(other, "hart4", "half_failing_hart4")),
      half_failing(base(functions_with_plates_valleys_and_bowls(), "zakharov", "half_failing_zakharov")),
      failing_by_chance(base(other, "hart4", "chance_failing_hart4"))};
}

}  // namespace hone::quality
