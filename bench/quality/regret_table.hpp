// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/quality/run.hpp"

namespace hone::quality {

/// Regrets of one method after some evaluations, by the measure of the query.
struct RegretRow {
  std::string label;
  std::vector<double> mean;   ///< over tasks and repetitions; one for each checkpoint
  std::vector<double> error;  ///< standard error of the mean over the repetitions; 0 where it is not known
  std::vector<bool> best;     ///< the lowest mean, or not worse than it by a paired test at 5 %
  double seconds = 0.0;       ///< processor time of an ask
  int runs = 0;
};

/// (value - least) / (poor - least) of a run after some evaluations, in per cent, between -100 and 100.
double percent_regret(const Run& run, int evaluation);
/// The same as a fraction, between -1 and 1.
double normalised_regret(const Run& run, int evaluation);
/// value - least, not below 0: a minimum that was searched for may be a rounding error too high.
double plain_regret(const Run& run, int evaluation);

/// Where the rows of a table come from.
struct RegretQuery {
  std::vector<std::string> problems;
  std::vector<std::string> methods;  ///< labels
  std::vector<std::uint64_t> seeds;
  RunSetting setting;
  std::vector<int> checkpoints;
  double (*measure)(const Run& run, int evaluation) = percent_regret;
};

/// A row for each method, over the problems and seeds that all methods have run; as tables 1 and 9 of Feurer
/// et al. Empty when there is none.
std::vector<RegretRow> regret_rows(const std::map<RunKey, Run>& runs, const RegretQuery& query);

/// How much of the runs (same task, same repetition) one method ends below another at each checkpoint.
struct RegretDuel {
  double difference = 0.0;  ///< of the mean regrets; below 0 when the first is better
  double won = 0.0;         ///< share of the runs; of equal ones a half
  double p = 1.0;           ///< Wilcoxon's signed-rank test over the runs
};
std::vector<RegretDuel> regret_duels(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                                     const std::string& ours, const std::string& theirs);

}  // namespace hone::quality
