// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/quality/earlier_tasks.hpp"
#include "bench/quality/regret_table.hpp"

namespace hone::quality::transfer {

struct TableInput {
  std::string group;
  RegretQuery query;
  std::vector<int> multiples = {};  ///< of random search
  std::string baseline = {};        ///< the first method when empty
  EarlierOptions earlier = {};
  std::string command = {};
};

/// Mean normalised regrets with marks as in Feurer et al., the published ones beside those on adaboost, and
/// each method against the baseline; in Markdown.
std::string markdown_tables(const std::map<RunKey, Run>& runs, const TableInput& input);

/// Regrets of functions beside the baseline's: the mean difference of their log10 (regrets below 1e-8 count
/// as that), its standard error over the runs, and the ratio that it means.
std::string ratio_table(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                        const std::string& baseline);

}  // namespace hone::quality::transfer
