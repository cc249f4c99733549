// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "hone/base/rng.hpp"
#include "hone/search/search_space.hpp"

namespace hone::search {

/// Where to look: everywhere, or around a point.
class Region {
 public:
  /// The whole space.
  Region() = default;
  /// Numbers within `reach` of those of `centre`, in units of each range. Steps that are wider than that (a
  /// boolean, a category, the next of a few values) are still made, but few at a time.
  Region(Eigen::RowVectorXd centre, double reach);
  /// The same with a reach for each column: a box, or a trust region as long as a model's length-scales.
  Region(Eigen::RowVectorXd centre, Eigen::RowVectorXd reach);

  bool everywhere() const noexcept { return centre_.size() == 0; }
  const Eigen::RowVectorXd& centre() const noexcept { return centre_; }

  /// The ends of a number's column.
  double lower(Eigen::Index column) const;
  double upper(Eigen::Index column) const;
  /// True when every number of the point is within reach; categories may be any.
  bool contains(const SearchSpace& space, const Eigen::Ref<const Eigen::RowVectorXd>& point) const;

  /// A point of a region that is not everywhere; not yet tidy.
  void draw(const SearchSpace& space, Rng& rng, Eigen::Ref<Eigen::RowVectorXd> point) const;

 private:
  double step(const SearchSpace& space, Eigen::Index column) const;
  double stepped(const SearchSpace& space, Eigen::Index column, Rng& rng) const;

  Eigen::RowVectorXd centre_;
  Eigen::RowVectorXd reach_;
};

}  // namespace hone::search
