// SPDX-License-Identifier: MIT
#include "hone/designs/latin_hypercube.hpp"

#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"

namespace hone::designs {

DesignPoints latin_hypercube(int runs, int dimensions, std::uint64_t seed, CellPlace place) {
  if (runs < 0 || dimensions < 1) {
    throw Error(ErrorCode::InvalidArgument,
                text("a Latin hypercube of ", runs, " runs in ", dimensions, " dimensions makes no sense"),
                "ask for 0 or more runs and 1 or more dimensions");
  }
  DesignPoints points(runs, dimensions);
  for (int j = 0; j < dimensions; ++j) {
    // A stream for each column: the first columns do not depend on how many there are.
    Rng rng(seed, static_cast<std::uint64_t>(j));
    const std::vector<int> cells = rng.permutation(runs);
    for (int i = 0; i < runs; ++i) {
      const int cell = cells[static_cast<std::size_t>(i)];
      // 32 bits and a half: neither 0 nor so close to 1 that rounding could reach the next cell.
      const double inside = place == CellPlace::Centred ? 0.5 : (rng.bits32() + 0.5) * 0x1.0p-32;
      points(i, j) = (cell + inside) / runs;
    }
  }
  return points;
}

}  // namespace hone::designs
