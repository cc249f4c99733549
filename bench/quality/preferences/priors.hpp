// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <vector>

#include "bench/quality/method.hpp"
#include "bench/quality/problem.hpp"

namespace hone::quality::preferences {

/// A sampler without a prior, with a good one, and with one that misleads.
struct PriorRace {
  std::vector<Problem> problems;
  Method method;
  std::vector<std::uint64_t> seeds;
  int evaluations = 100;
  int jobs = 0;
  /// Deviation of all priors in parts of each range; the mean of a good one is off the optimum by a draw of
  /// the same deviation.
  double deviation = 0.05;
};

/// The problems that are taken when none are named.
std::vector<std::string> prior_problems();

/// Prints for each problem what was reached, and when.
void run_prior_race(const PriorRace& race, std::ostream& out);

}  // namespace hone::quality::preferences
