// SPDX-License-Identifier: MIT
#include "hone/numeric/attainment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hone::numeric {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct AttainedPoint {
  double first;
  double second;
  std::size_t set;
};

}  // namespace

// A sweep along the first objective. At each place a set attains the best second value that it has had so
// far, and so many sets attain the value that is the smallest of theirs but least - 1.
Eigen::MatrixXd attainment_surface(std::span<const Eigen::MatrixXd> sets, std::size_t least) {
  std::vector<AttainedPoint> points;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    for (Eigen::Index i = 0; i < sets[set].rows(); ++i)
      points.push_back({sets[set](i, 0), sets[set](i, 1), set});
  }
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });

  std::vector<double> best(sets.size(), kInfinity), sorted;
  std::vector<Eigen::Vector2d> corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double& known = best[points[i].set];
    known = std::min(known, points[i].second);
    const bool more_there = i + 1 < points.size() && points[i + 1].first == points[i].first;
    if (more_there || least == 0 || least > sets.size()) continue;
    sorted = best;
    const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(least) - 1;
    std::nth_element(sorted.begin(), place, sorted.end());
    if (std::isfinite(*place) && (corners.empty() || *place < corners.back()[1]))
      corners.emplace_back(points[i].first, *place);
  }
  Eigen::MatrixXd edge(std::ssize(corners), 2);
  for (Eigen::Index i = 0; i < edge.rows(); ++i) edge.row(i) = corners[static_cast<std::size_t>(i)];
  return edge;
}

}  // namespace hone::numeric
