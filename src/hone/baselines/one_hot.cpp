// SPDX-License-Identifier: MIT
#include "hone/baselines/one_hot.hpp"

#include <utility>

#include "hone/base/index.hpp"

namespace hone::baselines {
namespace {

constexpr double kMissing = -1.0;

Eigen::Index width_of(const model::Column& column) {
  return column.is_number() ? 1 : static_cast<Eigen::Index>(column.cells);
}

}  // namespace

OneHot::OneHot(model::Columns columns) : columns_(std::move(columns)) {
  for (const model::Column& column : columns_) {
    first_.push_back(inputs_);
    inputs_ += width_of(column);
  }
}

bool OneHot::has(const model::Points& points, Eigen::Index row, Eigen::Index column) const {
  return !columns_[index(column)].conditional || points.is_active(row, column);
}

Eigen::MatrixXd OneHot::encode(const model::Points& points) const {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(inputs_, points.rows());
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    const Eigen::Index first = first_[index(j)];
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      if (!has(points, i, j)) {
        out.col(i).segment(first, width_of(columns_[index(j)])).setConstant(kMissing);
      } else if (columns_[index(j)].is_number()) {
        out(first, i) = points.x(i, j);
      } else {
        out(first + static_cast<Eigen::Index>(points.x(i, j)), i) = 1.0;
      }
    }
  }
  return out;
}

Eigen::MatrixXd OneHot::by_coordinates(const Eigen::MatrixXd& by_inputs, const model::Points& points) const {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(points.rows(), points.cols());
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    if (!columns_[index(j)].is_number()) continue;
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      if (has(points, i, j)) out(i, j) = by_inputs(first_[index(j)], i);
    }
  }
  return out;
}

}  // namespace hone::baselines
