// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "bench/quality/method.hpp"

namespace hone::quality {

/// `bench repeats`: a space of few configurations with noise, tried beyond its end. Booleans that each add
/// their effect when they are wrong; the first trials are as many as there are configurations.
struct BenchRepeats {
  std::vector<Method> methods = {};
  std::vector<std::uint64_t> seeds = {};
  std::vector<double> effects = {1.0, 1.0, 1.0};
  double noise = 2.0;  ///< standard deviation of each value
  int trials = 100;    ///< beyond the first
  int least = 20;      ///< runs with fewer on the best configuration are counted
};

/// How many of the later trials went to the best configuration.
int trials_on_best(const BenchRepeats& options, const Method& method, std::uint64_t seed);

int bench_repeats(const BenchRepeats& options, std::ostream& out);

}  // namespace hone::quality
