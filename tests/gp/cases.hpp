// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <stdexcept>

#include "hone/base/rng.hpp"
#include "hone/gp/gp.hpp"
#include "reference/gp_reference.hpp"

namespace hone::test {

/// "nNc": a numeric, a conditional numeric and a categorical column (of three categories).
inline model::Columns columns_of(const std::string& letters) {
  model::Columns columns;
  for (const char letter : letters) {
    model::Column column;
    column.conditional = std::isupper(letter) != 0;
    if (std::tolower(letter) == 'c') column = {numeric::ColumnKind::Category, 3, column.conditional};
    columns.push_back(column);
  }
  return columns;
}

inline gp::Kernel kernel_named(const std::string& name) {
  using gp::Factor;
  if (name == "matern32") return gp::matern32();
  if (name == "matern52 + linear") return gp::matern52() + gp::linear(0.25);
  if (name == "rbf * overlap") return gp::rbf() * gp::overlap();
  if (name == "(matern32 + linear) * overlap") return (gp::matern32() + gp::linear()) * gp::overlap();
  if (name == "matern52 over all") return gp::matern52(Factor::Scope::All);
  throw std::invalid_argument(name);
}

inline model::Points points_of(const std::vector<double>& x, const std::vector<double>& active, int rows) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto columns = static_cast<Eigen::Index>(x.size()) / rows;
  model::Points points;
  points.x = Eigen::Map<const RowMajor>(x.data(), rows, columns);
  points.active = Eigen::Map<const RowMajor>(active.data(), rows, columns).array() > 0.5;
  return points;
}

inline model::Points queries(const GpReference& r) { return points_of(r.query, r.query_active, r.m); }

inline model::Dataset dataset(const GpReference& r) {
  return {columns_of(r.columns), points_of(r.x, r.active, r.n),
          Eigen::Map<const Eigen::VectorXd>(r.y.data(), r.n)};
}

inline gp::Spec spec(const GpReference& r) { return {.kernel = kernel_named(r.name), .warp = r.warp}; }

/// Points drawn at random, with half of the conditional coordinates missing.
inline model::Points random_points(const model::Columns& columns, Eigen::Index rows, Rng& rng) {
  model::Points points;
  points.x.resize(rows, static_cast<Eigen::Index>(columns.size()));
  points.active.setConstant(rows, points.x.cols(), true);
  for (Eigen::Index j = 0; j < points.x.cols(); ++j) {
    const model::Column& column = columns[static_cast<std::size_t>(j)];
    const bool numeric = column.is_number();
    for (Eigen::Index i = 0; i < rows; ++i) {
      points.x(i, j) = numeric ? rng.uniform() : static_cast<double>(rng.below(3));
      points.active(i, j) = !column.conditional || rng.chance(0.5);
    }
  }
  return points;
}

inline Eigen::VectorXd random_vector(Eigen::Index size, double scale, Rng& rng) {
  Eigen::VectorXd out(size);
  for (double& value : out) value = scale * rng.normal();
  return out;
}

}  // namespace hone::test
