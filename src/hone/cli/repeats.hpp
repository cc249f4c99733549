// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/cli/context.hpp"
#include "hone/core/study.hpp"

namespace hone::cli {

/// How to evaluate configurations of a study again.
struct RepeatOptions {
  int repeats = 0;
  int configurations = 0;
  std::optional<int> parallel = {};
  std::string workdir = ".hone";
  bool quiet = false;
};

/// Different configurations of complete trials, spread evenly from the best to the worst; what is missing is
/// proposed by a Sobol sequence.
std::vector<Configuration> choose_configurations(const Study& study, std::span<const Trial> trials,
                                                 std::size_t objective, int count);

/// What came of the repeats.
struct RepeatRun {
  std::vector<Trial> trials;  ///< numbered from 0, known to no store
  bool interrupted = false;
};

/// Runs the command of the study at each configuration, as 'hone tune' would, with seeds of their own.
/// Trials get folders under the study's name followed by "-repeats". Nothing is stored.
RepeatRun run_repeats(Context& context, const Study& study, const std::vector<Configuration>& configurations,
                      const RepeatOptions& options);

}  // namespace hone::cli
