// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hone/plot/chart.hpp"

namespace hone::plot {

/// The density of parallel coordinates in fewer cells, as strokes from cell to cell.
class CoarseDensity {
 public:
  /// At most so many cells on each axis.
  CoarseDensity(const Parallel& parallel, int most)
      : from_(static_cast<std::size_t>(parallel.cells)),
        cells_(std::min(from_, static_cast<std::size_t>(most))) {
    for (const std::vector<std::int64_t>& counts : parallel.density) {
      std::vector<std::int64_t>& merged = pairs_.emplace_back(cells_ * cells_, 0);
      for (std::size_t i = 0; i < counts.size(); ++i)
        merged[i / from_ * cells_ / from_ * cells_ + i % from_ * cells_ / from_] += counts[i];
      for (const std::int64_t count : merged) most_ = std::max(most_, count);
    }
  }

  /// Calls `stroke(pair, from, to, strength)` for every two cells between which there is something: the pair
  /// of axes by its left one, heights as shares of the axes, and a strength from 0 for one row to 1 for the
  /// most, by the logarithm of their number.
  template <class Stroke>
  void each(const Stroke& stroke) const {
    const double whole = std::log(static_cast<double>(std::max<std::int64_t>(most_, 2)));
    const auto height = [&](std::size_t cell) {
      return (static_cast<double>(cell) + 0.5) / static_cast<double>(cells_);
    };
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
      for (std::size_t i = 0; i < pairs_[pair].size(); ++i) {
        if (const std::int64_t count = pairs_[pair][i]; count > 0)
          stroke(pair, height(i / cells_), height(i % cells_), std::log(static_cast<double>(count)) / whole);
      }
    }
  }

 private:
  std::size_t from_;
  std::size_t cells_;
  std::vector<std::vector<std::int64_t>> pairs_ = {};
  std::int64_t most_ = 1;
};

}  // namespace hone::plot
