// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/quality/earlier_tasks.hpp"

namespace hone::quality::transfer {

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
