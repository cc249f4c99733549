// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/method.hpp"

namespace hone::quality::malibo {

/// `bench malibo`: the experiments of the MALIBO paper with any samplers. What is not given is as in the
/// paper, for each problem.
struct Reproduction {
  std::vector<std::string> groups = {};  ///< ensembles and tables
  std::vector<double> noise = {0.0, 0.1, 1.0};
  std::vector<Method> methods = {};
  std::vector<std::uint64_t> seeds = {};
  std::optional<int> budget = {};
  std::vector<int> checkpoints = {};
  std::optional<int> tasks = {};   ///< earlier ones of an ensemble
  std::optional<int> points = {};  ///< of each earlier task
  int sets = 0;                    ///< see MetaData::sets
  int batch = 1;
  std::string data = {};
  std::string out = "build/malibo";
  int jobs = 0;
  bool quiet = false;
  std::string command = {};
};

/// Names of the groups: those that are computed, and those whose tables are read from the data folder.
const std::vector<std::string>& computed_groups();
const std::vector<std::string>& tabulated_groups();

/// Does the runs that are missing in OUT/GROUP-SIZE/runs.csv and writes tables.md, regret.svg, time.svg and
/// asks.svg beside it. Returns 1 when some run failed, else 0. Throws Error when it was asked for wrongly.
int reproduce(const Reproduction& options, std::ostream& out, std::ostream& err);

}  // namespace hone::quality::malibo
