// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/quality/method.hpp"
#include "bench/quality/preferences/serial_run.hpp"

namespace hone::quality::preferences {

/// A problem and what its trials cost.
struct PricedProblem {
  std::string name;  ///< with the pattern of the costs
  Problem problem;
  CostOf cost;
};

/// Each function with costs that vary 100-fold: growing along the first parameter, towards the optimum, and
/// away from it.
std::vector<PricedProblem> priced_functions(const std::vector<Problem>& functions);
/// The tables of networks; what a training costs is the work of one pass over the data, as they do not tell
/// times.
std::vector<PricedProblem> priced_tables(const std::string& data_folder);

/// A sampler that is told what trials cost, and the same one that is not.
struct CostRace {
  std::vector<PricedProblem> problems;
  Method method;
  std::vector<std::uint64_t> seeds;
  int trials = 60;  ///< the budget is what so many trials cost at random
  int jobs = 0;
};

/// Prints for each problem in what share of the runs less was spent until the same regret.
void run_cost_race(const CostRace& race, std::ostream& out);

}  // namespace hone::quality::preferences
