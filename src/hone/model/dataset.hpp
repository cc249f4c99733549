// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "hone/numeric/column.hpp"

namespace hone::model {

using numeric::Column;
using numeric::Columns;
using numeric::unit_cube;

/// Points of the unit cube, one per row.
struct Points {
  using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

  /// n x d. A categorical column holds category indices.
  Eigen::MatrixXd x;
  /// n x d, false where a point does not have the coordinate; whatever x holds there has no effect.
  /// Empty when every point has every coordinate. Only conditional columns are looked up in it.
  Mask active;

  Eigen::Index rows() const noexcept { return x.rows(); }
  Eigen::Index cols() const noexcept { return x.cols(); }
  bool is_active(Eigen::Index row, Eigen::Index column) const {
    return active.size() == 0 || active(row, column);
  }
};

/// The given rows, in the given order.
Points select(const Points& points, const std::vector<int>& rows);

/// Both behind each other; of the same columns, and both with a mask or both without.
Points joined(const Points& first, const Points& second);

/// What a model learns from: points, what their columns mean, and one observed value each. The smaller the
/// value the better. Invariant: one value per point, one description per column, a mask that is empty or of
/// the same shape, and finite numbers wherever a coordinate is active. Zero points are allowed: a model then
/// answers with its prior.
class Dataset {
 public:
  /// Throws Error(InvalidArgument) when the invariant would not hold.
  Dataset(Columns columns, Points points, Eigen::VectorXd y);
  /// All columns numeric and unconditional.
  Dataset(const Eigen::MatrixXd& x, Eigen::VectorXd y);

  const Columns& columns() const noexcept { return columns_; }
  const Points& points() const noexcept { return points_; }
  const Eigen::VectorXd& y() const noexcept { return y_; }
  Eigen::Index size() const noexcept { return y_.size(); }

  /// The given rows, in the given order.
  Dataset subset(const std::vector<int>& rows) const;

 private:
  Columns columns_;
  Points points_;
  Eigen::VectorXd y_;
};

}  // namespace hone::model
