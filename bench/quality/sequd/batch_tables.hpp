// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/quality/method.hpp"
#include "bench/quality/sequd/score_table.hpp"

namespace hone::quality::sequd {

/// How one method does against another on some functions.
struct Duel {
  int lower = 0;     ///< functions on which its mean value is lower
  int better = 0;    ///< and those where Welch's test at 5 % says so
  int worse = 0;     ///< the other way round
  double won = 0.0;  ///< share of the runs that ended lower, of equal ones a half
  double p = 1.0;    ///< Wilcoxon's test of the functions' mean log10 regrets
};

/// Over the seeds that both have runs of.
Duel duel(const std::map<RunKey, Run>& runs, const std::vector<std::string>& functions, const Entrant& ours,
          const Entrant& theirs, const RunSetting& setting);

/// What happens when points are asked for in batches.
struct BatchInput {
  std::vector<std::string> functions = {};
  std::vector<Entrant> entrants = {};
  std::vector<Method> methods = {};  ///< in the order of the entrants
  std::vector<int> batches = {};
  int runs = 100;
  std::string command = {};
};

/// For each batch, mean ranks and how those of SeqUD do against the others; and how far they zoom on Branin,
/// in batches and with as many workers that ask one by one; in Markdown.
std::string batch_tables(const BatchInput& input, const std::map<RunKey, Run>& runs);

}  // namespace hone::quality::sequd
