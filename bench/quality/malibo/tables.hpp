// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "bench/quality/regret_table.hpp"

namespace hone::quality::malibo {

struct TableInput {
  std::string group;
  RegretQuery query;
  std::string known = {};   ///< a sentence: what methods know of other tasks
  bool comparable = false;  ///< regrets of different problems have the same unit: their mean is tabulated too
  bool published = false;   ///< beside the paper's figures for fcnet
  std::string command = {};  ///< what made it
};

/// Mean regrets, in Markdown: over all problems where they are comparable, and on each.
std::string markdown_tables(const std::map<RunKey, Run>& runs, const TableInput& input);

}  // namespace hone::quality::malibo
