// SPDX-License-Identifier: MIT
#include "hone/search/climb.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "hone/numeric/lbfgs.hpp"

namespace hone::search {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Turns of the two kinds of steps; a third changes little.
constexpr int kTurns = 3;
// How much less counts as less: rounding alone must not keep a walk going.
constexpr double kLess = 1e-9;

class Climber {
 public:
  Climber(const SearchSpace& space, const acquisition::Acquisition& score, const model::Points& start,
          const ClimbOptions& options)
      : space_(space), score_(score), options_(options), point_(start), value_(score_at(start)[0]) {
    for (const numeric::Column& column : space.columns()) {
      (column.kind == numeric::ColumnKind::Real ? has_real_ : has_steps_) = true;
    }
  }

  std::optional<Summit> run() {
    const double first = value_;
    const int turns = !has_steps_ ? 1 : has_real_ ? kTurns : options_.steps;
    for (int turn = 0; turn < turns; ++turn) {
      if (has_real_) move_reals();
      if (!has_steps_ || !move_one()) break;
    }
    if (!where_) return std::nullopt;
    return Summit{std::move(*where_), std::move(point_), first - value_};
  }

 private:
  VectorXd score_at(const model::Points& points) const {
    Rng no_chance(0);
    return score_(points, no_chance).col(0);
  }

  // Goes to a point that is better, if it may be found.
  bool go(MatrixXd row, double value) {
    if (!(value < value_ - kLess)) return false;
    Configuration configuration = space_.configuration(row.row(0));
    if (!space_.space().allows(configuration)) return false;
    if (options_.wanted && !options_.wanted(configuration)) return false;
    point_ = space_.with_mask(std::move(row));
    where_ = std::move(configuration);
    value_ = value;
    return true;
  }

  void move_reals() {
    const VectorXd from = point_.x.row(0).transpose();
    VectorXd lower = from;
    VectorXd upper = from;
    for (Index j = 0; j < from.size(); ++j) {
      if (space_.cells(j) != nullptr || !point_.is_active(0, j)) continue;
      lower[j] = std::min(from[j], options_.region.lower(j));
      upper[j] = std::max(from[j], options_.region.upper(j));
    }
    if (lower == upper || !score_.with_gradient(point_)) return;
    model::Points at = point_;
    const auto objective = [&](const VectorXd& x, VectorXd& gradient) {
      at.x.row(0) = x.transpose();
      const auto scored = score_.with_gradient(at);
      gradient = scored->gradient.row(0).transpose();
      return scored->value[0];
    };
    const auto found =
        numeric::minimise_lbfgs(objective, from, lower, upper,
                                {.max_iterations = options_.steps, .memory = 8, .relative_decrease = 1e-6});
    MatrixXd row = found.x.transpose();
    double value = found.value;
    if (space_.conditional()) {  // what exists may have changed on the way
      space_.tidy(row);
      value = score_at(space_.with_mask(row))[0];
    }
    go(std::move(row), value);
  }

  // The values that one coordinate may take next.
  std::vector<double> next_values(Index column) const {
    const Cells& cells = *space_.cells(column);
    const std::int64_t here = cells.find(point_.x(0, column));
    std::vector<double> values;
    if (!space_.columns()[static_cast<std::size_t>(column)].is_number()) {
      for (std::int64_t i = 0; i < cells.count(); ++i) {
        if (i != here) values.push_back(cells.middle(i));
      }
      return values;
    }
    // The neighbours are always near; further ones are if the region says so.
    for (std::int64_t step = 1; step < cells.count(); step *= 4) {
      for (const std::int64_t i : {here - step, here + step}) {
        if (i < 0 || i >= cells.count()) continue;
        const double x = cells.middle(i);
        if (step == 1 || (options_.region.lower(column) <= x && x <= options_.region.upper(column)))
          values.push_back(x);
      }
    }
    return values;
  }

  MatrixXd neighbours() const {
    std::vector<std::pair<Index, double>> moves;
    for (Index j = 0; j < space_.dimensions(); ++j) {
      if (space_.cells(j) == nullptr || !point_.is_active(0, j)) continue;
      for (const double x : next_values(j)) moves.emplace_back(j, x);
    }
    MatrixXd rows = point_.x.replicate(static_cast<Index>(moves.size()), 1);
    for (std::size_t i = 0; i < moves.size(); ++i)
      rows(static_cast<Index>(i), moves[i].first) = moves[i].second;
    if (space_.conditional()) space_.tidy(rows);
    return rows;
  }

  // To the best of the neighbours that may be found; false when none is better.
  bool move_one() {
    const MatrixXd rows = neighbours();
    if (rows.rows() == 0) return false;
    const VectorXd values = score_at(space_.with_mask(rows));
    std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
    return std::any_of(order.begin(), order.end(), [&](Index i) { return go(rows.row(i), values[i]); });
  }

  const SearchSpace& space_;
  const acquisition::Acquisition& score_;
  const ClimbOptions& options_;
  model::Points point_;
  double value_;
  std::optional<Configuration> where_;  // none before the first step
  bool has_real_ = false;
  bool has_steps_ = false;
};

}  // namespace

std::optional<Summit> climb(const SearchSpace& space, const acquisition::Acquisition& score,
                            const model::Points& start, const ClimbOptions& options) {
  return Climber(space, score, start, options).run();
}

}  // namespace hone::search
