// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace hone::numeric {

/// Disjoint boxes, row by row: from `lower` (which may be -infinity) to `upper`, one column for each
/// objective.
struct OpenBoxes {
  Eigen::MatrixXd lower;
  Eigen::MatrixXd upper;
};

/// The part of the space below `reference` that no row of `front` dominates, cut into boxes. All objectives
/// are minimised; rows that others dominate and rows not below the reference everywhere change nothing. For
/// two or three objectives and n rows there are at most 2n + 1 boxes, found in O(n²); throws
/// Error(InvalidArgument) for other numbers of objectives.
OpenBoxes undominated_boxes(const Eigen::MatrixXd& front, const Eigen::VectorXd& reference);

}  // namespace hone::numeric
