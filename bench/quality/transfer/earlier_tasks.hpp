// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/quality/problem.hpp"

namespace hone::quality::transfer {

/// What a study has behind it.
struct EarlierOptions {
  int trials = 50;  ///< of each earlier study, drawn at random and anew for each seed
  int studies = 0;  ///< at most so many, drawn for each seed and target; 0 for all
};

/// The same problems, each of which may learn from the others: leave one task out, as in Feurer et al.,
/// section 5. Models of earlier studies are fitted once for each seed and shared by all targets and methods.
std::vector<Problem> informed_by_others(std::vector<Problem> tasks, const EarlierOptions& options);

/// What is wrong with the earlier studies of a problem.
enum class Misleading {
  Inverted,  ///< the same function with its sign turned
  Shuffled,  ///< its values at the wrong points
  Constant,  ///< the same value everywhere
  All,       ///< some of each
};

/// The same problems, each with earlier studies of itself that are wrong: what a method loses that trusts
/// them.
std::vector<Problem> misled(std::vector<Problem> problems, Misleading kind, const EarlierOptions& options);

}  // namespace hone::quality::transfer
