// SPDX-License-Identifier: MIT
#include "hone/learners/neighbour_agreement.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/index.hpp"

namespace hone::learners {
namespace {

constexpr std::ptrdiff_t kNeighbours = 5;
// Enough to tell, and few enough that a thousand tasks are looked at in less than a second.
constexpr Eigen::Index kLookedAt = 256;

/// Squared, in units of each range. Another category, or a coordinate that only one of both has, is as far as
/// one end of a range from the other.
double distance(const model::Columns& columns, const model::Points& points, Eigen::Index a, Eigen::Index b) {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    const model::Column& column = columns[index(j)];
    if (column.conditional) {
      const bool has = points.is_active(a, j);
      if (has != points.is_active(b, j)) sum += 1.0;
      if (!has || !points.is_active(b, j)) continue;
    }
    const double difference = points.x(a, j) - points.x(b, j);
    if (column.is_number()) {
      sum += difference * difference;
    } else if (difference != 0.0) {
      sum += 1.0;
    }
  }
  return sum;
}

}  // namespace

double neighbour_agreement(const model::Columns& columns, const model::Points& points, const Labels& labels) {
  std::vector<Eigen::Index> rows;
  const Eigen::Index looked_at = std::min(labels.size(), kLookedAt);
  for (Eigen::Index i = 0; i < looked_at; ++i) rows.push_back(i * labels.size() / looked_at);
  const auto count = std::min(kNeighbours, std::ssize(rows) - 1);
  double weighed = 0.0;
  double weights = 0.0;
  double plain = 0.0;
  double good = 0.0;
  std::vector<std::pair<double, Eigen::Index>> others;  // of equally near ones the first
  for (const Eigen::Index row : rows) {
    if (!(labels.label[row] > 0.0)) continue;
    others.clear();
    for (const Eigen::Index other : rows) {
      if (other != row) others.emplace_back(distance(columns, points, row, other), other);
    }
    std::partial_sort(others.begin(), others.begin() + count, others.end());
    const auto share =
        static_cast<double>(std::count_if(others.begin(), others.begin() + count,
                                          [&](const auto& one) { return labels.label[one.second] > 0.0; }));
    const double weight = labels.weight[row] * labels.label[row];
    weighed += weight * share;
    weights += weight;
    plain += share;
    good += 1.0;
  }
  if (count < 1 || !(weights > 0.0)) return 0.0;
  return (weighed / weights - plain / good) / static_cast<double>(count);
}

}  // namespace hone::learners
