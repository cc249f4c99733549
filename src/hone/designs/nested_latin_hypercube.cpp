// SPDX-License-Identifier: MIT
#include "hone/designs/nested_latin_hypercube.hpp"

#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"

namespace hone::designs {
namespace {

// Cells of one column, the inner rows first: one fine cell of every coarse one in random order, then all the
// others.
std::vector<int> nested_cells(int inner, int runs, Rng& rng) {
  const int ratio = runs / inner;
  std::vector<int> cells, others;
  for (int coarse = 0; coarse < inner; ++coarse) {
    const int chosen = static_cast<int>(rng.below(static_cast<std::uint64_t>(ratio)));
    for (int fine = 0; fine < ratio; ++fine)
      (fine == chosen ? cells : others).push_back(coarse * ratio + fine);
  }
  rng.shuffle(std::span<int>(cells));
  rng.shuffle(std::span<int>(others));
  cells.insert(cells.end(), others.begin(), others.end());
  return cells;
}

}  // namespace

DesignPoints nested_latin_hypercube(int inner, int runs, int dimensions, std::uint64_t seed,
                                    CellPlace place) {
  if (inner < 1 || runs < inner || runs % inner != 0 || dimensions < 1) {
    throw Error(ErrorCode::InvalidArgument,
                text("a Latin hypercube of ", inner, " runs cannot be nested in one of ", runs, " runs and ",
                     dimensions, " dimensions"),
                "let the larger number of runs be a multiple of the smaller, and use 1 or more dimensions");
  }
  DesignPoints points(runs, dimensions);
  for (int j = 0; j < dimensions; ++j) {
    Rng rng(seed, static_cast<std::uint64_t>(j));
    const std::vector<int> cells = nested_cells(inner, runs, rng);
    for (int i = 0; i < runs; ++i) {
      const double inside = place == CellPlace::Centred ? 0.5 : (rng.bits32() + 0.5) * 0x1.0p-32;
      points(i, j) = (cells[static_cast<std::size_t>(i)] + inside) / runs;
    }
  }
  return points;
}

}  // namespace hone::designs
