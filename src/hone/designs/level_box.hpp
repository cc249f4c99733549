// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hone/designs/design.hpp"

namespace hone::designs {

/// A cube of levels inside the unit cube, in which the next stage of a sequential design is laid out: halved
/// in width and doubled in fineness with every zoom (Yang and Zhang 2021, formulas 12 and 13).
class LevelBox {
 public:
  /// The whole unit cube: level k of q stands for (2k - 1) / (2q).
  LevelBox(int factors, int levels);
  /// The cube at zoom >= 2: levels 1 / (q 2^(zoom-1)) apart, of which (q - 1) / 2, rounded down, lie below
  /// the centre. Where it would stick out of the unit cube it is moved inwards, so that its outermost level
  /// lies on the border.
  LevelBox(std::span<const double> centre, int levels, int zoom);

  int factors() const noexcept { return static_cast<int>(low_.size()); }
  int levels() const noexcept { return levels_; }
  double step() const noexcept { return step_; }

  /// The coordinate that a level from 1 to levels() stands for.
  double value(int factor, int level) const;
  std::vector<double> point(std::span<const int> row) const;

  /// Where what the box holds ends: half a step beyond the outermost levels, and as much more as rounding
  /// takes.
  std::span<const double> low_ends() const noexcept { return low_ends_; }
  std::span<const double> high_ends() const noexcept { return high_ends_; }
  /// False when a point lies beyond an end in some coordinate.
  bool holds(std::span<const double> point) const;
  /// The levels nearest to a point; nothing when the box does not hold it.
  std::optional<std::vector<int>> snap(std::span<const double> point) const;

 private:
  std::vector<double> low_;  ///< of level 1
  int levels_;
  double step_;
  std::vector<double> low_ends_ = {}, high_ends_ = {};

  void set_ends();
};

}  // namespace hone::designs
