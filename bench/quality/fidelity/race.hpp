// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/fidelity/curves.hpp"
#include "hone/core/options.hpp"

namespace hone::quality::fidelity {

/// A sampler, and a pruner beside it.
struct Searcher {
  std::string label;  ///< as it was written: "hebo+asha{reduction_factor=3}"
  Choice sampler;
  std::optional<Choice> pruner;
};

/// Reads "random,hebo,hebo+asha". Throws Error(InvalidArgument).
std::vector<Searcher> parse_searchers(const std::string& list);

/// The best result of a complete trial, in parts of the problem's scale, from the step on at which it came;
/// steps are counted over all workers.
struct Progress {
  std::vector<std::int64_t> spent;
  std::vector<double> regrets;

  /// 1 before the first result.
  double regret_after(std::int64_t steps) const;
};

/// Workers that train one step of their trial at a time, in turns, as event time has it when a step takes all
/// of them as long; an ask takes none. Who is done, or stopped by the pruner, gets another trial, until all
/// steps of the budget are spent.
Progress simulate(const CurveProblem& problem, const Searcher& searcher, std::uint64_t seed, int workers,
                  std::int64_t budget);

struct FidelityRace {
  std::vector<CurveProblem> problems;
  std::vector<Searcher> searchers;
  std::vector<std::uint64_t> seeds;
  int workers = 4;
  int full_runs = 30;  ///< the budget is what so many trials without a pruner take
  int jobs = 0;
};

/// Prints regrets at a third of the budget and at its end, mean ranks, and how much of the budget each
/// searcher needs for what the first one reaches with all of it.
void run_fidelity_race(const FidelityRace& race, std::ostream& out);

}  // namespace hone::quality::fidelity
