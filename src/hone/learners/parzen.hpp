// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/model/dataset.hpp"

namespace hone::learners {

struct ParzenOptions {
  /// Weight of the component that is the same everywhere, beside 1 for each point.
  double prior_weight = 1.0;
  /// Multiplies the bandwidths that the spread of the points suggests.
  double bandwidth = 1.0;
  /// Least bandwidth of a number, in units of its range.
  double least_bandwidth = 0.01;
  /// Share of a category's bump that goes to each other one, before all are made to sum to 1; nothing:
  /// chosen from the number of points.
  std::optional<double> spread = {};
};

/// A density of mixed points: one bump for each point that was seen, and a flat component. A bump is a
/// product over the columns: for numbers a Normal density cut off at the ends of [0, 1], for categories
/// mostly the one that was seen. All bumps are equally wide, by Scott's rule (1992) for d columns and n
/// points with weighted deviation s:
///   σ = 1.06 s n^(-1 / (4 + d)),
/// for a column of c ordered cells at least half a cell, so that the cells' shares are those of the density.
class Parzen {
 public:
  /// `points` has a row for each point and a coordinate for each column, without holes. Weights are positive.
  Parzen(model::Columns columns, const Eigen::MatrixXd& points, const Eigen::VectorXd& weights,
         const ParzenOptions& options = {});

  /// Of each row of x, up to a constant that is the same for all densities of these columns. One matrix
  /// product: O(m n d).
  Eigen::VectorXd log_density(const Eigen::MatrixXd& x) const;

  double spread() const noexcept { return spread_; }

  void draw(Rng& rng, Eigen::Ref<Eigen::RowVectorXd> x) const;

 private:
  double bandwidth_of(std::size_t column, double effective_count, const ParzenOptions& options) const;
  void add_normalisers();
  void add_categories(const Eigen::MatrixXd& x, Eigen::MatrixXd& log_terms) const;

  model::Columns columns_;
  Eigen::MatrixXd points_;
  Eigen::VectorXd weights_;  // of the points, and of the flat component last; they sum to 1
  std::vector<Eigen::Index> numbers_;
  std::vector<Eigen::Index> categories_;
  Eigen::VectorXd sigma_;       // of each column; unused for categories
  Eigen::MatrixXd scaled_;      // numbers of the points in units of their bandwidth
  Eigen::VectorXd log_factor_;  // of each point: its weight and what its Normal densities are divided by
  double spread_ = 0.0;         // share of a category's bump that goes to each other one
};

}  // namespace hone::learners
