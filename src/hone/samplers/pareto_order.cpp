// SPDX-License-Identifier: MIT
#include "hone/samplers/pareto_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "hone/base/index.hpp"
#include "hone/numeric/pareto.hpp"
#include "hone/samplers/observations.hpp"

namespace hone::samplers {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kBeyondWorst = 1.1;
constexpr Index kMostObjectives = 3;
// Each costs some evaluations of the volume; whoever needs more good trials than this has enough of them.
constexpr std::size_t kMostByVolume = 64;

// From 0 to 1 in each objective. Halved, because the difference of two finite numbers may not be finite.
MatrixXd in_own_range(const MatrixXd& values) {
  MatrixXd scaled(values.rows(), values.cols());
  for (Index k = 0; k < values.cols(); ++k) {
    const double least = 0.5 * values.col(k).minCoeff();
    const double range = 0.5 * values.col(k).maxCoeff() - least;
    scaled.col(k).setZero();
    if (range > 0.0) scaled.col(k) = (0.5 * values.col(k).array() - least) / range;
  }
  return scaled;
}

/// What points add to the volume that those taken before dominate. That gets less with every point taken, so
/// what one was worth before is a bound of what it is worth now, and most need not be looked at again.
class GreedyVolume {
 public:
  explicit GreedyVolume(MatrixXd points)
      : points_(std::move(points)), corner_(VectorXd::Constant(points_.cols(), kBeyondWorst)) {
    for (Index i = 0; i < points_.rows(); ++i) bounds_.push({gain(i), 0, static_cast<int>(i)});
  }

  /// The row that adds the most; there must be one left.
  int take() {
    while (bounds_.top().taken != taken_.size()) {
      Bound bound = bounds_.top();
      bounds_.pop();
      bound = {gain(bound.row), taken_.size(), bound.row};
      bounds_.push(bound);
    }
    const Bound best = bounds_.top();
    bounds_.pop();
    taken_.push_back(best.row);
    volume_ += best.gain;
    return best.row;
  }

 private:
  struct Bound {
    double gain;
    std::size_t taken;  // how many were taken when this was found
    int row;
    bool operator<(const Bound& other) const {
      return gain != other.gain ? gain < other.gain : row > other.row;
    }
  };

  double gain(Index row) const {
    std::vector<int> with = taken_;
    with.push_back(static_cast<int>(row));
    return numeric::hypervolume(points_(with, Eigen::all), corner_) - volume_;
  }

  MatrixXd points_;
  VectorXd corner_;
  std::vector<int> taken_;
  double volume_ = 0.0;
  std::priority_queue<Bound> bounds_;
};

// Puts the members of a front, which are in the order of their room, into that of the volume they add.
void sort_by_volume(const MatrixXd& values, std::span<int> front) {
  if (values.cols() > kMostObjectives || front.size() < 2) return;
  const std::vector<int> by_room(front.begin(), front.end());
  GreedyVolume volume(in_own_range(values(by_room, Eigen::all)));
  std::vector<char> taken(front.size(), 0);
  std::size_t next = 0;
  while (next < std::min(kMostByVolume, front.size())) {
    const auto row = index(volume.take());
    taken[row] = 1;
    front[next++] = by_room[row];
  }
  for (std::size_t i = 0; i < by_room.size(); ++i)
    if (taken[i] == 0) front[next++] = by_room[i];
}

std::vector<int> rows_with_values(const MatrixXd& values) {
  std::vector<int> rows;
  for (Index i = 0; i < values.rows(); ++i)
    if (!values.row(i).hasNaN()) rows.push_back(static_cast<int>(i));
  return rows;
}

}  // namespace

ParetoOrder pareto_order(const MatrixXd& values) {
  const std::vector<int> rows = rows_with_values(values);
  ParetoOrder order{.place = VectorXd::Constant(values.rows(), kNaN)};
  if (rows.empty()) return order;
  const MatrixXd known = values(rows, Eigen::all);
  numeric::ParetoSorter sorter;
  sorter.sort(known);
  std::vector<int> sorted(rows.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  const auto front_of = [&](int row) { return sorter.ranks()[index(row)]; };
  std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) {
    if (front_of(a) != front_of(b)) return front_of(a) < front_of(b);
    return sorter.crowding()[index(a)] > sorter.crowding()[index(b)];
  });
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    const auto end =
        std::find_if(begin, sorted.end(), [&](int row) { return front_of(row) != front_of(*begin); });
    sort_by_volume(known, {begin, end});
    if (front_of(*begin) == 0) order.front = end - begin;
    begin = end;
  }
  for (std::size_t i = 0; i < sorted.size(); ++i)
    order.place[rows[index(sorted[i])]] = static_cast<double>(i);
  return order;
}

ParetoOrder pareto_order(const MatrixXd& values, const VectorXd& violation) {
  if (!(violation.array() > 0.0).any()) return pareto_order(values);
  MatrixXd kept = values, broken = values;
  for (Index i = 0; i < values.rows(); ++i) (violation[i] > 0.0 ? kept : broken).row(i).setConstant(kNaN);
  ParetoOrder order = pareto_order(kept);
  const ParetoOrder behind = pareto_order(broken);
  for (Index i = 0; i < values.rows(); ++i)
    if (violation[i] > 0.0) order.place[i] = behind.place[i];
  order.place = behind_feasible(order.place, violation);
  if (order.front == 0) order.front = std::min<Index>(1, std::ssize(rows_with_values(values)));
  return order;
}

}  // namespace hone::samplers
