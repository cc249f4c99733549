// SPDX-License-Identifier: MIT
#pragma once

#include "hone/base/rng.hpp"
#include "hone/designs/design.hpp"

namespace hone::designs {

/// Adds runs so that every column of the whole is as balanced as it can be: each new run takes, column by
/// column, a level that is used least so far, in random order. Where some of the least used levels must go
/// without, those that get one are spread evenly over the range. Existing runs come first and stay as they
/// are.
Design add_random_runs(const Design& existing, int runs, Rng& rng);

/// Adds factors with balanced random columns; existing columns come first and stay as they are.
Design add_random_factors(const Design& existing, int factors, Rng& rng);

}  // namespace hone::designs
