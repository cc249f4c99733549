// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/analysis/importance_measure.hpp"
#include "hone/analysis/importance_runs.hpp"
#include "hone/learners/tree.hpp"

namespace hone::analysis {

/// A function that is constant on boxes of the unit cube: what a regression tree is. The boxes are disjoint
/// and fill the cube. Each side of a box is a set of atoms of its axis, so that the function does not change
/// inside a product of atoms.
class LeafBoxes {
 public:
  /// `values` has one entry for each node of the tree; those of leaves count. A question about a coordinate
  /// that may be missing parts the cube by the conditions first: where these do not hold, the tree's answer
  /// for missing ones is taken. A leaf is then several boxes.
  LeafBoxes(const SpaceMeasure& space, const learners::Tree& tree, std::span<const double> values);

  std::size_t size() const noexcept { return values_.size(); }
  std::size_t dimensions() const noexcept { return axes_.size(); }
  const AtomAxis& axis(std::size_t column) const { return axes_[column]; }

  double value(std::size_t box) const { return values_[box]; }
  double volume(std::size_t box) const { return volumes_[box]; }
  /// The length of a side, > 0.
  double measure(std::size_t box, std::size_t column) const { return measures_[box * dimensions() + column]; }
  std::span<const Run> side(std::size_t box, std::size_t column) const {
    const std::size_t at = box * dimensions() + column;
    return {runs_.data() + first_run_[at], first_run_[at + 1] - first_run_[at]};
  }

 private:
  class Walk;

  std::vector<AtomAxis> axes_;
  std::vector<double> values_;
  std::vector<double> volumes_;
  std::vector<double> measures_;        // box after box
  std::vector<Run> runs_;               // of all sides
  std::vector<std::size_t> first_run_;  // of each side, and the end
};

}  // namespace hone::analysis
