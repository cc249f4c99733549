// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/quality/archives.hpp"
#include "bench/quality/problem.hpp"

namespace hone::quality {

/// What a study has behind it.
struct EarlierOptions {
  int trials = 50;  ///< of each earlier study, drawn at random and anew for each seed
  int studies = 0;  ///< at most so many, drawn for each seed and target; 0 for all
  int sets = 0;     ///< different draws; later seeds take them in turn; 0 for one of each seed's own
};

/// The same problems, each of which may learn from the others: leave one task out, as in Feurer et al.,
/// section 5. Models of earlier studies are fitted once for each seed and shared by all targets and methods.
std::vector<Problem> informed_by_others(std::vector<Problem> tasks, const EarlierOptions& options);

/// Random trials of a task, as a study that is over.
SourceStudy random_study(const Problem& task, int trials, std::uint64_t seed);

/// The same problems, each a target of the same archives by its place in the list.
std::vector<Problem> informed_by(std::vector<Problem> problems, Archives::Make make, Archives::Choose choose,
                                 int sets = 0);

}  // namespace hone::quality
