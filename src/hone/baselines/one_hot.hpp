// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "hone/model/dataset.hpp"

namespace hone::baselines {

/// Points as a network reads them: a number for each numeric column, for each category one that is 1 where
/// the point has it and 0 elsewhere, and -1 for all that a point does not have.
class OneHot {
 public:
  explicit OneHot(model::Columns columns);

  const model::Columns& columns() const noexcept { return columns_; }
  /// How many numbers describe a point.
  Eigen::Index inputs() const noexcept { return inputs_; }

  /// A point per column: inputs() x m.
  Eigen::MatrixXd encode(const model::Points& points) const;

  /// Derivatives by the inputs (inputs() x m) as derivatives by the coordinates (m x d): zero for categories
  /// and for what a point does not have.
  Eigen::MatrixXd by_coordinates(const Eigen::MatrixXd& by_inputs, const model::Points& points) const;

 private:
  bool has(const model::Points& points, Eigen::Index row, Eigen::Index column) const;

  model::Columns columns_;
  std::vector<Eigen::Index> first_;  // input of each column
  Eigen::Index inputs_ = 0;
};

}  // namespace hone::baselines
