// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>

#include "hone/gp/fit.hpp"

namespace hone::gp {
namespace {

using Eigen::Index;

// Squared distance of row i to every row, as far as its coordinates can tell: a category counts 1, and so
// does a coordinate that only one of two points has.
void lower_distances(const model::Dataset& data, Index i, Eigen::ArrayXd& nearest) {
  const model::Points& points = data.points();
  Eigen::ArrayXd distance = Eigen::ArrayXd::Zero(points.rows());
  for (Index j = 0; j < points.cols(); ++j) {
    const model::Column& column = data.columns()[static_cast<std::size_t>(j)];
    const auto values = points.x.col(j).array();
    const bool numeric = column.is_number();
    if (!column.conditional || points.active.size() == 0) {
      if (numeric) {
        distance += (values - values[i]).square();
      } else {
        distance += (values != values[i]).cast<double>();
      }
      continue;
    }
    for (Index r = 0; r < points.rows(); ++r) {
      const bool here = points.active(r, j);
      if (here != points.active(i, j)) {
        distance[r] += 1.0;
      } else if (here) {
        const double difference = values[r] - values[i];
        distance[r] += numeric ? difference * difference : (difference != 0.0 ? 1.0 : 0.0);
      }
    }
  }
  nearest = nearest.min(distance);
}

}  // namespace

std::vector<int> choose_rows(const model::Dataset& data, int limit) {
  const auto n = static_cast<int>(data.size());
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  if (n <= limit) return order;
  std::ranges::stable_sort(order, {}, [&](int i) { return data.y()[i]; });

  std::vector<int> chosen(order.begin(), order.begin() + (limit + 1) / 2);
  Eigen::ArrayXd nearest = Eigen::ArrayXd::Constant(n, std::numeric_limits<double>::infinity());
  const auto take = [&](int i) {
    lower_distances(data, i, nearest);
    nearest[i] = -1.0;  // never again, as nothing is nearer than this
  };
  for (const int i : chosen) take(i);
  while (static_cast<int>(chosen.size()) < limit) {
    Index furthest = 0;
    nearest.maxCoeff(&furthest);
    chosen.push_back(static_cast<int>(furthest));
    take(chosen.back());
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace hone::gp
