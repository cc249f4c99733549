// SPDX-License-Identifier: MIT
#include "hone/search/search_space.hpp"

#include <cmath>

#include "hone/core/unit_scale.hpp"
#include "hone/encode/enumeration.hpp"

namespace hone::search {
namespace {

using encode::ColumnKind;

// Nothing when there are too many to look at each.
std::optional<std::vector<Configuration>> all_of(const Space& space) {
  if (!space.candidates().empty()) return space.candidates();
  const auto size = space.cardinality();
  if (!size || *size > SearchSpace::kFew) return std::nullopt;
  std::vector<Configuration> all;
  encode::Enumeration walk(space, std::vector<std::int64_t>(space.size(), 1));
  do {
    if (space.allows(walk.current())) all.push_back(walk.current());
  } while (walk.advance());
  return all;
}

}  // namespace

SearchSpace::SearchSpace(Space given) : encoding_(std::move(given)) {
  std::vector<std::optional<Cells>> cells;
  bool conditional = false;
  for (const encode::EncodedColumn& column : encoding_.columns()) {
    columns_.push_back(column);
    cells.emplace_back();
    if (column.kind != ColumnKind::Real) {
      const Domain& domain = space().parameters()[column.parameter].domain;
      cells.back().emplace(domain, column.kind == ColumnKind::Category);
    }
    has_cells_ = has_cells_ || column.kind == ColumnKind::Ordered;
    conditional = conditional || column.conditional;
  }
  if (conditional) presence_ = std::make_shared<const Presence>(encoding_, cells);
  cells_ = std::make_shared<const std::vector<std::optional<Cells>>>(std::move(cells));
  if (auto all = all_of(space())) {
    model::Points where = points(*all);
    whole_ = std::make_shared<const Whole>(Whole{std::move(*all), std::move(where)});
  }
}

const Cells* SearchSpace::cells(Eigen::Index column) const {
  const auto& cells = (*cells_)[static_cast<std::size_t>(column)];
  return cells ? &*cells : nullptr;
}

double SearchSpace::where_missing(std::size_t column) const {
  return columns_[column].is_number() ? 0.5 : std::floor(0.5 * static_cast<double>(columns_[column].cells));
}

void SearchSpace::fill_row(const Configuration& configuration, model::Points& points,
                           Eigen::Index row) const {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const std::size_t parameter = encoding_.columns()[j].parameter;
    const Domain& domain = space().parameters()[parameter].domain;
    const auto c = static_cast<Eigen::Index>(j);
    const auto& value = configuration[parameter];
    const Cells* column = cells(c);
    if (!value) {
      points.x(row, c) = where_missing(j);
    } else if (column == nullptr) {
      points.x(row, c) = to_unit(std::get<RealRange>(domain), std::get<double>(*value));
    } else {
      points.x(row, c) = column->middle(index_of(domain, *value));
    }
    if (conditional()) points.active(row, c) = value.has_value();
  }
}

model::Points SearchSpace::points(std::span<const Configuration> configurations) const {
  const auto rows = static_cast<Eigen::Index>(configurations.size());
  model::Points points{Eigen::MatrixXd(rows, dimensions()), {}};
  if (conditional()) points.active.resize(rows, dimensions());
  for (Eigen::Index i = 0; i < rows; ++i) fill_row(configurations[static_cast<std::size_t>(i)], points, i);
  return points;
}

model::Points SearchSpace::with_mask(Eigen::MatrixXd rows) const {
  model::Points points{std::move(rows), {}};
  if (!conditional()) return points;
  points.active.resize(points.rows(), points.cols());
  std::vector<char> exists(space().size());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    presence_->look(points.x, i, exists);
    for (Eigen::Index j = 0; j < points.cols(); ++j)
      points.active(i, j) = exists[encoding_.columns()[static_cast<std::size_t>(j)].parameter] != 0;
  }
  return points;
}

void SearchSpace::tidy(Eigen::Ref<Eigen::MatrixXd> rows) const {
  for (Eigen::Index j = 0; has_cells_ && j < rows.cols(); ++j) {
    if (columns_[static_cast<std::size_t>(j)].kind != ColumnKind::Ordered) continue;
    const Cells& column = *cells(j);
    for (double& x : rows.col(j)) x = column.middle(column.find(x));
  }
  if (!conditional()) return;
  std::vector<char> exists(space().size());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    presence_->look(rows, i, exists);
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (exists[encoding_.columns()[j].parameter] == 0)
        rows(i, static_cast<Eigen::Index>(j)) = where_missing(j);
    }
  }
}

Configuration SearchSpace::configuration(const Eigen::Ref<const Eigen::RowVectorXd>& point) const {
  std::vector<double> unit(columns_.size());
  for (std::size_t j = 0; j < unit.size(); ++j) {
    const double x = point(static_cast<Eigen::Index>(j));
    unit[j] = columns_[j].is_number() ? x : (x + 0.5) / static_cast<double>(columns_[j].cells);
  }
  return encoding_.decode(unit);
}

}  // namespace hone::search
