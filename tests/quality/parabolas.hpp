// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/quality/run.hpp"
#include "bench/quality/schedule.hpp"

namespace hone::test {

/// A parabola whose minimum lies elsewhere in each task, but not far.
inline std::vector<quality::Problem> parabolas() {
  std::vector<quality::Problem> tasks;
  for (const double shift : {0.0, 0.04, -0.04, 0.02}) {
    tasks.push_back({.name = "parabola" + std::to_string(tasks.size()),
                     .group = "parabolas",
                     .space = Space({real("x", 0, 1), real("y", 0, 1)}),
                     .value =
                         [shift](const Configuration& c) {
                           const double u = c.real("x") - 0.3 - shift;
                           const double v = c.real("y") - 0.8 + shift;
                           return u * u + v * v;
                         },
                     .poor = 1.0});
  }
  return tasks;
}

/// Mean value of three seeds; the least is 0.
inline double regret_after(const quality::Problem& problem, const std::string& sampler,
                           quality::MethodKind kind, int budget) {
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<quality::Method> methods = quality::parse_methods(sampler, kind);
    const quality::Task task{
        &problem, &methods.front(), {problem.name, sampler, seed, {.budget = budget, .batch = 1}}};
    sum += value_at(quality::run_task(task, {}), budget);
  }
  return sum / 3.0;
}

}  // namespace hone::test
