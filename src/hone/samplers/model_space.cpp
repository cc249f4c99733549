// SPDX-License-Identifier: MIT
#include "hone/samplers/model_space.hpp"

#include <cmath>

#include "hone/encode/unit_scale.hpp"

namespace hone::samplers {
namespace {

using encode::Column;
using encode::ColumnKind;

// Beyond so many values a whole number evolves as a real one and is rounded at the end.
constexpr std::int64_t kManyCells = 100000;

bool is_whole(const Column& column) {
  return column.kind != ColumnKind::Continuous && column.cells <= kManyCells;
}

numeric::Gene gene_of(const Column& column) {
  if (column.kind == ColumnKind::Category) return numeric::Gene::category(static_cast<int>(column.cells));
  if (is_whole(column)) return numeric::Gene::integer(0.0, static_cast<double>(column.cells - 1));
  return numeric::Gene::real(0.0, 1.0);
}

}  // namespace

ModelSpace::ModelSpace(const encode::Encoding& encoding) : encoding_(encoding) {
  for (const Column& column : encoding.columns()) {
    const bool category = column.kind == ColumnKind::Category;
    columns_.push_back({category ? model::ColumnKind::Categorical : model::ColumnKind::Numeric,
                        category ? static_cast<int>(column.cells) : 0, column.conditional});
    genes_.push_back(gene_of(column));
    conditional_ = conditional_ || column.conditional;
  }
}

double ModelSpace::coordinate(std::size_t column, double gene) const {
  const Column& info = encoding_.columns()[column];
  if (info.kind == ColumnKind::Category || !is_whole(info)) return gene;
  return encode::cell_centre(encoding_.space().parameters()[info.parameter].domain, std::llround(gene));
}

void ModelSpace::fill_row(const Configuration& configuration, model::Points& points, Eigen::Index row) const {
  const std::vector<double> unit = encoding_.encode(configuration);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Column& column = encoding_.columns()[j];
    const auto cells = static_cast<double>(column.cells);
    const auto c = static_cast<Eigen::Index>(j);
    points.x(row, c) =
        column.kind == ColumnKind::Category ? std::min(std::floor(unit[j] * cells), cells - 1.0) : unit[j];
    if (conditional_) points.active(row, c) = configuration[column.parameter].has_value();
  }
}

model::Points ModelSpace::points(std::span<const Configuration> configurations) const {
  const auto rows = static_cast<Eigen::Index>(configurations.size());
  const auto width = static_cast<Eigen::Index>(columns_.size());
  model::Points points{Eigen::MatrixXd(rows, width), {}};
  if (conditional_) points.active.resize(rows, width);
  for (Eigen::Index i = 0; i < rows; ++i) fill_row(configurations[static_cast<std::size_t>(i)], points, i);
  return points;
}

model::Points ModelSpace::points(const Eigen::Ref<const Eigen::MatrixXd>& genes) const {
  model::Points points{genes, {}};
  for (Eigen::Index j = 0; j < genes.cols(); ++j) {
    const auto column = static_cast<std::size_t>(j);
    if (!is_whole(encoding_.columns()[column]) || encoding_.columns()[column].kind == ColumnKind::Category)
      continue;
    for (Eigen::Index i = 0; i < genes.rows(); ++i) points.x(i, j) = coordinate(column, genes(i, j));
  }
  if (!conditional_) return points;
  points.active.resize(genes.rows(), genes.cols());
  for (Eigen::Index i = 0; i < genes.rows(); ++i) {
    const Configuration configuration = to_configuration(genes.row(i));
    for (Eigen::Index j = 0; j < genes.cols(); ++j) {
      points.active(i, j) =
          configuration[encoding_.columns()[static_cast<std::size_t>(j)].parameter].has_value();
    }
  }
  return points;
}

Eigen::MatrixXd ModelSpace::to_genes(std::span<const Configuration> configurations) const {
  Eigen::MatrixXd genes(static_cast<Eigen::Index>(configurations.size()),
                        static_cast<Eigen::Index>(columns_.size()));
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    const std::vector<double> unit = encoding_.encode(configurations[i]);
    for (std::size_t j = 0; j < unit.size(); ++j) {
      const Column& column = encoding_.columns()[j];
      const Domain& domain = encoding_.space().parameters()[column.parameter].domain;
      genes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          is_whole(column) ? static_cast<double>(encode::cell_of(domain, unit[j])) : unit[j];
    }
  }
  return genes;
}

bool ModelSpace::continuous(std::size_t column) const {
  return encoding_.columns()[column].kind == ColumnKind::Continuous;
}

Configuration ModelSpace::at(const Eigen::VectorXd& point, const Configuration& like) const {
  std::vector<double> unit = encoding_.encode(like);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    if (continuous(j)) unit[j] = point[static_cast<Eigen::Index>(j)];
  }
  return encoding_.decode(unit);
}

Configuration ModelSpace::to_configuration(const Eigen::Ref<const Eigen::RowVectorXd>& genes) const {
  std::vector<double> unit(columns_.size());
  for (std::size_t j = 0; j < unit.size(); ++j) {
    const Column& column = encoding_.columns()[j];
    const double gene = genes(static_cast<Eigen::Index>(j));
    unit[j] = column.kind == ColumnKind::Category ? (gene + 0.5) / static_cast<double>(column.cells)
                                                  : coordinate(j, gene);
  }
  return encoding_.decode(unit);
}

}  // namespace hone::samplers
