// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/model/dataset.hpp"

namespace hone::analysis {

/// A part of the coordinate of a column, which runs from 0 to 1.
struct Interval {
  double begin = 0.0;
  double end = 1.0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// A condition on one column. Ascending and disjoint intervals; none of them: it never holds.
struct PlaceTest {
  std::size_t column = 0;
  std::vector<Interval> passing = {};
};

/// A space as something to integrate over: the unit cube that encode::Encoding decodes, uniformly. So a
/// number is uniform on its scale (a logarithmic range gives each decade the same weight), a choice is as
/// likely as any other, and a parameter that does not exist has a coordinate that changes nothing. Since the
/// coordinates are independent, variances split up exactly, conditions or not. Constraints are not looked at.
class SpaceMeasure {
 public:
  explicit SpaceMeasure(Space space);

  const Space& space() const noexcept { return encoding_.space(); }
  std::size_t dimensions() const noexcept { return columns_.size(); }
  const model::Columns& columns() const noexcept { return columns_; }
  /// The parameter of a column, as a place in the space.
  std::size_t parameter(std::size_t column) const { return encoding_.columns()[column].parameter; }

  /// Configurations as models see them: categories as indices, with a mask when something may be missing.
  model::Points points(const std::vector<const Configuration*>& configurations) const;

  /// The conditions under which the coordinate of a column matters, those of its parents included; all must
  /// hold.
  const std::vector<PlaceTest>& presence(std::size_t column) const { return presence_[column]; }

  /// Where the values of a column of numbers that are <= threshold end: at the edge of a cell for those that
  /// have some, as a tree sees only their middles.
  double edge_of(std::size_t column, double threshold) const;

 private:
  const Domain& domain(std::size_t column) const { return space().parameters()[parameter(column)].domain; }
  std::vector<PlaceTest> tests_of(std::size_t parameter) const;

  encode::Encoding encoding_;
  model::Columns columns_;
  std::vector<std::vector<PlaceTest>> presence_;
  bool conditional_ = false;
};

}  // namespace hone::analysis
