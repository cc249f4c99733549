// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/quality/summary.hpp"

namespace hone::quality {

/// The runs of a comparison in a square: every method on every problem, with the same seeds.
struct Comparison {
  RunSetting setting;
  std::vector<std::string> problems;
  std::vector<std::string> methods;
  std::vector<std::vector<std::vector<const Run*>>> runs;  ///< [problem][method][seed]
  std::vector<std::string> left_out;
};

/// The runs must outlive the result. Throws as summarize() does.
Comparison compare(const std::map<RunKey, Run>& runs, const SummaryOptions& options);

}  // namespace hone::quality
