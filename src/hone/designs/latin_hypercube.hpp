// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hone/designs/points.hpp"

namespace hone::designs {

/// Where a point lies inside its cell.
enum class CellPlace {
  Jittered,  ///< uniformly random: each point is then uniform on the cube
  Centred,   ///< in the middle
};

/// A random Latin hypercube: in every one of the `dimensions` columns, each of the `runs` equal intervals of
/// [0, 1] holds exactly one value, and the columns are independent. Values are strictly between 0 and 1.
/// McKay et al. (1979). Throws Error(InvalidArgument) unless runs >= 0 and dimensions >= 1.
DesignPoints latin_hypercube(int runs, int dimensions, std::uint64_t seed,
                             CellPlace place = CellPlace::Jittered);

}  // namespace hone::designs
