// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "bench/quality/method.hpp"
#include "bench/quality/multi/problems.hpp"
#include "bench/quality/peer.hpp"
#include "bench/quality/run.hpp"

namespace hone::quality::multi {

/// Samplers and other systems on problems, each with several seeds.
struct Race {
  std::vector<MultiProblem> problems;
  std::vector<Method> methods;
  std::vector<std::uint64_t> seeds;
  RunSetting setting = {.budget = 100, .batch = 1};
  int jobs = 0;                         ///< runs at a time; 0 for as many as there are processors
  std::vector<int> at = {};             ///< evaluations after which there is a table as well
  std::vector<std::string> known = {};  ///< files of finished runs
  std::string file = {};                ///< gets a line for each run that was missing; none when empty
  PeerPlace peers = {};
};

/// Runs a method to the end of the budget. The value of a run is minus the volume that what it found
/// dominates, and its minimum minus the volume that is known, so that run files and their reports say the
/// same as for one objective. Nothing is told of the reference point.
Run run_multi(const MultiProblem& problem, const Method& method, const RunKey& key, const PeerPlace& peers);

/// The part of the problem's volume that a run has found after so many evaluations.
double share_at(const MultiProblem& problem, const Run& run, int evaluation);

/// A table of shares, mean ranks and what an ask costs, over the problems and seeds that all methods have.
std::string share_table(const Race& race, const std::map<RunKey, Run>& runs, int evaluation);

/// Does the runs that are in no file, and prints the tables. Deterministic but for the times, whatever the
/// number of threads. Progress goes to `err` where runs are kept. Returns 1 when a run failed.
int run_race(const Race& race, std::ostream& out, std::ostream& err);

}  // namespace hone::quality::multi
