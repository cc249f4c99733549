// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/designs/points.hpp"

namespace hone::designs {

/// The Halton sequence in up to 500 dimensions: coordinate j of point i is i written in the j-th prime base
/// and mirrored at the point.
///
/// Scrambled, each digit position of each dimension has a random permutation of the digits of its own, which
/// takes away the correlation between large bases that makes the plain sequence useless beyond some ten
/// dimensions, and makes every point uniform on the cube. Owen (2017), "A randomized Halton algorithm in R".
///
/// Values are strictly between 0 and 1, except that point 0 of the unscrambled sequence is moved from 0 to
/// 2^-53. Any of the 2^32 points is reached directly. The tables take up to 6 MB.
class Halton {
 public:
  /// Throws Error(InvalidArgument) unless 1 <= dimensions <= max_dimensions().
  Halton(int dimensions, std::uint64_t seed, bool scramble = true);

  static int max_dimensions() { return 500; }

  int dimensions() const noexcept { return static_cast<int>(bases_.size()); }

  /// Writes point number index, counted from 0, to out, which has dimensions() elements.
  /// Throws Error(InvalidArgument) when the index is 2^32 or more, or out has another size.
  void point(std::uint64_t index, std::span<double> out) const;

  /// The points first, first + 1, ..., first + count - 1 as rows.
  DesignPoints points(std::uint64_t first, int count) const;

 private:
  struct Base {
    std::uint32_t prime = 2;
    int digits = 0;         ///< enough for every index below 2^32
    std::size_t table = 0;  ///< where the permutations of this base begin, one after the other
    double tail = 0.0;      ///< what the permuted zeros behind the last digit add up to
  };

  bool scramble_;
  std::vector<Base> bases_;
  std::vector<std::uint16_t> permutations_;
};

}  // namespace hone::designs
