// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/run.hpp"
#include "bench/quality/statistics.hpp"
#include "bench/quality/summary.hpp"

namespace hone::quality::sequd {

/// A method that takes part, and with which seeds: those that fit a model have fewer.
struct Entrant {
  std::string label = {};  ///< as in run files
  std::vector<std::uint64_t> seeds = {};
  bool model = false;       ///< fits a model of the objective
  bool sequential = false;  ///< looks at results before it goes on
};

/// Best values of methods on functions; a cell is empty where a method has no runs.
struct ScoreTable {
  std::vector<std::string> functions = {};
  std::vector<std::string> methods = {};
  std::vector<std::vector<std::optional<Sample>>> cells = {};  ///< [function][method]
};

/// The table after so many evaluations, over the seeds that each entrant has runs of.
ScoreTable score_table(const std::map<RunKey, Run>& runs, const std::vector<std::string>& functions,
                       const std::vector<Entrant>& entrants, const RunSetting& setting, int evaluation);

/// What the paper printed of these functions, those left out that it does not have.
ScoreTable published_table(const std::vector<std::string>& functions);

/// The same table with some of its methods only, by their index.
ScoreTable with_methods(const ScoreTable& table, const std::vector<std::size_t>& methods);

/// Ranks of the means on each function, [function][method], 1 the best; equal means share their rank, and an
/// empty cell has none (NaN).
std::vector<std::vector<double>> ranks(const ScoreTable& table);

/// The mean of each method's ranks over the functions that it has; NaN without any.
std::vector<double> mean_ranks(const ScoreTable& table);

/// Ours against theirs: Welch's test at 5 %, a difference within the slack counting as none.
Verdict compare_means(const Sample& ours, const Sample& theirs, double slack);

}  // namespace hone::quality::sequd
