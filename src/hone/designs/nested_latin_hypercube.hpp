// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hone/designs/latin_hypercube.hpp"
#include "hone/designs/points.hpp"

namespace hone::designs {

/// A Latin hypercube inside a Latin hypercube: the first `inner` of the `runs` rows are a Latin hypercube by
/// themselves, and so are all of them together. For a cheap experiment first and the whole one later, or for
/// two accuracies of one simulator. Qian (2009). Throws Error(InvalidArgument) unless 1 <= inner <= runs,
/// inner divides runs, and dimensions >= 1.
DesignPoints nested_latin_hypercube(int inner, int runs, int dimensions, std::uint64_t seed,
                                    CellPlace place = CellPlace::Jittered);

}  // namespace hone::designs
