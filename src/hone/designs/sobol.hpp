// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/designs/points.hpp"

namespace hone::designs {

/// The Sobol sequence with the direction numbers of Joe and Kuo (2008), in up to 3,667 dimensions.
///
/// Points come in Gray-code order, as SciPy, Boost and most libraries have them: the first 2^m points are the
/// same set as in the natural order, and so is every later aligned block of 2^m. Any of the 2^32 points is
/// reached directly, so a sequence is continued by its index alone.
///
/// Scrambled, every coordinate goes through Owen's nested uniform scrambling: one fair coin per node of the
/// binary tree of digits, taken from a hash of (seed, dimension, node). Each point is then uniform on the
/// cube, so averages are unbiased, and the net keeps its structure: 2^m points still hold exactly one value
/// in each of the 2^m intervals of every coordinate. Owen (1995).
///
/// All values are strictly between 0 and 1. Unscrambled values are the middles of the cells of width 2^-32
/// whose lower ends are the usual values.
class SobolSequence {
 public:
  /// Throws Error(InvalidArgument) unless 1 <= dimensions <= max_dimensions(). The seed has no effect without
  /// scrambling.
  SobolSequence(int dimensions, std::uint64_t seed, bool scramble = true);

  static int max_dimensions();

  int dimensions() const noexcept { return dimensions_; }

  /// Writes point number index, counted from 0, to out, which has dimensions() elements. O(dimensions).
  /// Throws Error(InvalidArgument) when the index is 2^32 or more, or out has another size.
  void point(std::uint64_t index, std::span<double> out) const;

  /// The points first, first + 1, ..., first + count - 1 as rows.
  DesignPoints points(std::uint64_t first, int count) const;

 private:
  int dimensions_;
  bool scramble_;
  std::vector<std::uint32_t>
      directions_;  ///< 32 rows of dimensions_ numbers, the row of the lowest index bit first
  std::vector<std::uint64_t> keys_;  ///< one hash key per dimension
};

}  // namespace hone::designs
