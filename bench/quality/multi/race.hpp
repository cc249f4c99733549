// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/quality/method.hpp"
#include "bench/quality/multi/problems.hpp"

namespace hone::quality::multi {

/// Samplers on problems, each with several seeds.
struct Race {
  std::vector<MultiProblem> problems;
  std::vector<Method> methods;
  std::vector<int> seeds;
  int evaluations = 100;
  int batch = 1;
  int jobs = 0;
  std::vector<int> at = {};  ///< evaluations at which shares are told as well
};

/// What one run reached.
struct Finish {
  std::vector<double> shares;  ///< of the volume, at `at` and at the end
  double ask_seconds = 0.0;    ///< of the processor, per ask
};

/// Runs everything, in as many processes' worth of threads as wanted, and prints a table: shares of the
/// volume, mean ranks, what an ask costs. Deterministic, whatever the number of threads.
void run_race(const Race& race, std::ostream& out);

}  // namespace hone::quality::multi
