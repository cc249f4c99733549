// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

#include "reference/learners_reference.hpp"

namespace hone::learners {

/// Tables hold matrices row by row.
inline Eigen::MatrixXd matrix_of(std::span<const double> values, Eigen::Index columns) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(values.data(), std::ssize(values) / columns, columns);
}

inline Eigen::VectorXd vector_of(std::span<const double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
}

}  // namespace hone::learners
