// SPDX-License-Identifier: MIT
#include "hone/model/dataset.hpp"

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::model {
namespace {

void check_shapes(const Columns& columns, const Points& points, const Eigen::VectorXd& y) {
  if (points.rows() != y.size()) {
    throw Error(ErrorCode::InvalidArgument,
                text("dataset has ", points.rows(), " points and ", y.size(), " values"),
                "give one value per point");
  }
  if (points.cols() != static_cast<Eigen::Index>(columns.size())) {
    throw Error(ErrorCode::InvalidArgument,
                text("points have ", points.cols(), " columns and ", columns.size(), " are described"),
                "describe every column");
  }
  const bool masked = points.active.size() > 0;
  if (masked && (points.active.rows() != points.rows() || points.active.cols() != points.cols())) {
    throw Error(ErrorCode::InvalidArgument, "the mask of active coordinates differs from the points in shape",
                "leave it empty or give one entry per coordinate");
  }
}

void check_numbers(const Columns& columns, const Points& points, const Eigen::VectorXd& y) {
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    if (!std::isfinite(y[i])) {
      throw Error(ErrorCode::InvalidArgument, text("value ", i, " of the dataset is ", y[i]),
                  "leave failed trials out or replace their values");
    }
  }
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    const bool conditional = columns[static_cast<std::size_t>(j)].conditional;
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      if (std::isfinite(points.x(i, j)) || (conditional && !points.is_active(i, j))) continue;
      throw Error(ErrorCode::InvalidArgument, text("point ", i, " has ", points.x(i, j), " in column ", j),
                  "give finite coordinates, or mark the coordinate as inactive");
    }
  }
}

}  // namespace

Points select(const Points& points, const std::vector<int>& rows) {
  Points out;
  out.x = points.x(rows, Eigen::all);
  if (points.active.size() > 0) out.active = points.active(rows, Eigen::all);
  return out;
}

Points joined(const Points& first, const Points& second) {
  if (first.rows() == 0) return second;
  Points all;
  all.x.resize(first.rows() + second.rows(), first.cols());
  all.x << first.x, second.x;
  if (first.active.size() > 0) {
    all.active.resize(all.x.rows(), all.x.cols());
    all.active << first.active, second.active;
  }
  return all;
}

Dataset::Dataset(Columns columns, Points points, Eigen::VectorXd y)
    : columns_(std::move(columns)), points_(std::move(points)), y_(std::move(y)) {
  check_shapes(columns_, points_, y_);
  check_numbers(columns_, points_, y_);
}

Dataset::Dataset(const Eigen::MatrixXd& x, Eigen::VectorXd y)
    : Dataset(unit_cube(static_cast<int>(x.cols())), Points{x, {}}, std::move(y)) {}

Dataset Dataset::subset(const std::vector<int>& rows) const {
  return Dataset(columns_, select(points_, rows), y_(rows));
}

}  // namespace hone::model
