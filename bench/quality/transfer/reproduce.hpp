// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/quality/earlier_tasks.hpp"
#include "bench/quality/method.hpp"
#include "bench/quality/transfer/misled.hpp"

namespace hone::quality::transfer {

/// `bench transfer`: how much methods gain from earlier studies, leaving one task out at a time.
struct Reproduction {
  std::vector<std::string> groups = {"adaboost"};  ///< sets of tasks
  std::string table = {};                          ///< a CSV file of one's own instead, and what it means
  std::string study_file = {};
  std::vector<Method> methods = {};
  std::vector<std::uint64_t> seeds = {};
  int budget = 50;
  std::vector<int> checkpoints = {};
  std::vector<int> multiples = {};  ///< rows for random search with so many times the evaluations
  EarlierOptions earlier = {};
  std::string data = {};
  std::string out = "build/transfer";
  std::string baseline = {};  ///< label of the method that the others are compared with; the first when empty
  int jobs = 0;
  bool quiet = false;
  std::vector<std::string> functions = {};  ///< with earlier studies that are wrong, in place of groups
  Misleading misleading = Misleading::All;
  bool scaling = false;  ///< what an ask costs with more and more earlier studies, and nothing else
  std::string command = {};
};

/// Does the runs that are missing in OUT/GROUP/runs.csv and writes transfer.md, curves.svg and ranks.svg
/// beside it. Returns 1 when some run failed, else 0. Throws Error when it was asked for wrongly.
int reproduce(const Reproduction& options, std::ostream& out, std::ostream& err);

}  // namespace hone::quality::transfer
