// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bench/quality/problem.hpp"

// What the benches of priors and of costs share: runs of one trial after another that know what trials cost.
namespace hone::quality::preferences {

/// The least regret so far after each trial, and what all trials have cost by then.
struct Course {
  std::vector<double> regrets;
  std::vector<double> spent;
};

using CostOf = std::function<double(const Configuration&)>;

/// Until so many trials are done, or so much is spent. Trials report what they cost as the attribute "cost".
Course run_serially(const Problem& problem, const Study& study, int trials, const CostOf& cost = {},
                    double budget = 0.0);

/// Runs all of `count` jobs in as many threads as wanted, 0 for one for each processor.
void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& job);

/// log10 of a regret, of which less than 1e-8 counts as that.
double log_regret(double regret);

}  // namespace hone::quality::preferences
