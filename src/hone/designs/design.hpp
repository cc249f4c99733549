// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/designs/points.hpp"

namespace hone::designs {

/// A table of levels: one row per run, one column per factor, entries 1 ... levels(). Level k of q stands for
/// the value (2k - 1) / (2q) of the unit interval, the middle of the k-th of q equal cells.
class Design {
 public:
  Design() = default;
  /// Entries row after row. Throws Error(InvalidArgument) when a size is negative, levels < 1, the number of
  /// entries is not runs x factors, or an entry is not a level.
  Design(int runs, int factors, int levels, std::vector<int> entries);

  int runs() const noexcept { return runs_; }
  int factors() const noexcept { return factors_; }
  int levels() const noexcept { return levels_; }

  int operator()(int run, int factor) const noexcept {
    return entries_[static_cast<std::size_t>(run) * static_cast<std::size_t>(factors_) +
                    static_cast<std::size_t>(factor)];
  }
  std::span<const int> row(int run) const noexcept;

  /// True when every column holds every level equally often: a U-type design.
  bool balanced() const;

  /// The values the levels stand for.
  DesignPoints points() const;

  friend bool operator==(const Design&, const Design&) = default;

 private:
  int runs_ = 0;
  int factors_ = 0;
  int levels_ = 1;
  std::vector<int> entries_;
};

/// The design whose cells hold the points: coordinate x gets level floor(x q) + 1, and 1 gets level q.
/// Throws Error(InvalidArgument) when a coordinate is outside [0, 1].
Design snap(const DesignPoints& points, int levels);

/// The runs of the first and then those of the second. Throws Error(InvalidArgument) unless factors and
/// levels agree.
Design stack(const Design& first, const Design& second);
DesignPoints stack(const DesignPoints& first, const DesignPoints& second);

/// These runs of a design, in this order.
Design select(const Design& design, std::span<const int> rows);

}  // namespace hone::designs
