// SPDX-License-Identifier: MIT
#include "hone/model/repeats.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace hone::model {
namespace {

/// Below 0, 0 or above, as row a stands before, with or behind row b.
int compare(const Points& points, Eigen::Index a, Eigen::Index b) {
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    const bool has = points.is_active(a, j);
    if (has != points.is_active(b, j)) return has ? 1 : -1;
    if (!has || points.x(a, j) == points.x(b, j)) continue;
    return points.x(a, j) < points.x(b, j) ? -1 : 1;
  }
  return 0;
}

}  // namespace

PooledNoise pooled_noise(const Dataset& data) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(data.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return compare(data.points(), a, b) < 0; });
  PooledNoise noise;
  double mean = 0.0, squares = 0.0;
  int count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double value = data.y()[order[i]];
    if (i == 0 || compare(data.points(), order[i - 1], order[i]) != 0) {
      mean = value;
      count = 1;
      continue;
    }
    const double step = value - mean;  // Welford's
    mean += step / ++count;
    squares += step * (value - mean);
    ++noise.freedom;
  }
  if (noise.freedom > 0) noise.variance = squares / noise.freedom;
  return noise;
}

}  // namespace hone::model
