// SPDX-License-Identifier: MIT
#include "hone/analysis/standing.hpp"

#include <optional>

#include "hone/core/aim.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::analysis {
namespace {

Eigen::MatrixXd as_losses(const Eigen::MatrixXd& rows, std::span<const Objective> objectives) {
  Eigen::MatrixXd losses = rows;
  for (std::size_t k = 0; k < objectives.size(); ++k)
    for (double& value : losses.col(static_cast<Eigen::Index>(k))) value = as_loss(objectives[k], value);
  return losses;
}

std::int64_t count_ahead_of_last(const Eigen::MatrixXd& losses) {
  numeric::ParetoSorter sorter;
  sorter.sort(losses);
  const std::vector<int>& ranks = sorter.ranks();
  const std::vector<double>& crowding = sorter.crowding();
  std::int64_t ahead = 0;
  for (std::size_t i = 0; i + 1 < ranks.size(); ++i)
    if (ranks[i] < ranks.back() || (ranks[i] == ranks.back() && crowding[i] > crowding.back())) ++ahead;
  return ahead;
}

}  // namespace

std::int64_t count_ahead(const Eigen::MatrixXd& others, const Eigen::RowVectorXd& mine,
                         std::span<const Objective> objectives) {
  if (objectives.size() == 1) {
    std::int64_t ahead = 0;
    for (const double value : others.col(0)) ahead += better(objectives[0], value, mine[0]) ? 1 : 0;
    return ahead;
  }
  Eigen::MatrixXd all(others.rows() + 1, others.cols());
  all << others, mine;
  return count_ahead_of_last(as_losses(all, objectives));
}

std::optional<Eigen::RowVectorXd> whole_row(const Report& report, std::size_t objectives) {
  if (report.size() < objectives) return std::nullopt;
  Eigen::RowVectorXd row(static_cast<Eigen::Index>(objectives));
  for (std::size_t k = 0; k < objectives; ++k) row[static_cast<Eigen::Index>(k)] = report.value_of(k);
  return row.allFinite() ? std::optional(std::move(row)) : std::nullopt;
}

Eigen::MatrixXd stacked(std::span<const Eigen::RowVectorXd> rows, std::size_t objectives) {
  Eigen::MatrixXd matrix(std::ssize(rows), static_cast<Eigen::Index>(objectives));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) matrix.row(i) = rows[static_cast<std::size_t>(i)];
  return matrix;
}

}  // namespace hone::analysis
