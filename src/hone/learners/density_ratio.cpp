// SPDX-License-Identifier: MIT
#include "hone/learners/density_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "hone/base/index.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Columns that exist in the same rows, by which rows these are; those that exist nowhere are left out.
std::vector<std::vector<Index>> groups_of(const model::Points& points) {
  std::map<std::vector<bool>, std::vector<Index>> by_presence;
  for (Index j = 0; j < points.cols(); ++j) {
    std::vector<bool> presence(index(points.rows()));
    for (Index i = 0; i < points.rows(); ++i) presence[index(i)] = points.is_active(i, j);
    if (std::find(presence.begin(), presence.end(), true) != presence.end())
      by_presence[presence].push_back(j);
  }
  std::vector<std::vector<Index>> groups;
  for (auto& [presence, columns] : by_presence) groups.push_back(std::move(columns));
  return groups;
}

std::vector<Index> rows_with(const model::Points& points, Index column) {
  std::vector<Index> rows;
  for (Index i = 0; i < points.rows(); ++i) {
    if (points.is_active(i, column)) rows.push_back(i);
  }
  return rows;
}

}  // namespace

DensityRatio::DensityRatio(const model::Columns& columns, const model::Points& points, const VectorXd& values,
                           const DensityRatioOptions& options)
    : columns_(columns) {
  for (const auto& chosen : groups_of(points)) groups_.push_back(learn(chosen, points, values, options));
}

DensityRatio::Group DensityRatio::learn(const std::vector<Index>& chosen, const model::Points& points,
                                        const VectorXd& values, const DensityRatioOptions& options) const {
  std::vector<Index> rows = rows_with(points, chosen[0]);
  std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  const auto measured = static_cast<double>(
      std::count_if(rows.begin(), rows.end(), [&](Index i) { return std::isfinite(values[i]); }));
  const auto good =
      std::min<Index>(options.most_good, static_cast<Index>(std::ceil(options.share * measured)));
  model::Columns columns;
  for (const Index j : chosen) columns.push_back(columns_[index(j)]);
  const MatrixXd x = points.x(rows, chosen);
  const Index poor = x.rows() - good;
  Parzen good_density(columns, x.topRows(good), VectorXd::Ones(good), options.good);
  // Equally blurred in their categories: the many poor points alone would be blurred less, and a category
  // that neither has seen would speak for a point by that alone.
  ParzenOptions blurred = options.poor;
  blurred.spread = good_density.spread();
  Group group{chosen, std::move(good_density),
              Parzen(columns, x.bottomRows(poor), VectorXd::Ones(poor), blurred), x.rows() == points.rows()};
  if (!group.always && good > 0) {
    const MatrixXd best = x.topRows(good);
    group.best = (group.good.log_density(best) - group.poor.log_density(best)).maxCoeff();
  }
  return group;
}

VectorXd DensityRatio::log_odds(const model::Points& points) const {
  VectorXd sum = VectorXd::Zero(points.rows());
  for (const Group& group : groups_) {
    const std::vector<Index> rows = rows_with(points, group.columns[0]);
    if (rows.empty()) continue;
    const MatrixXd x = points.x(rows, group.columns);
    const VectorXd ratio = group.good.log_density(x) - group.poor.log_density(x);
    sum(rows) += VectorXd(ratio.array() - group.best);
  }
  return sum;
}

void DensityRatio::draw(Rng& rng, Eigen::Ref<Eigen::RowVectorXd> point) const {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const auto cells = static_cast<std::uint64_t>(columns_[j].cells);
    point[static_cast<Index>(j)] =
        columns_[j].is_number() ? rng.uniform() : static_cast<double>(rng.below(cells));
  }
  for (const Group& group : groups_) {
    Eigen::RowVectorXd part(std::ssize(group.columns));
    group.good.draw(rng, part);
    for (std::size_t k = 0; k < group.columns.size(); ++k)
      point[group.columns[k]] = part[static_cast<Index>(k)];
  }
}

}  // namespace hone::learners
