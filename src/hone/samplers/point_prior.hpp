// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/acquisition/acquisition.hpp"
#include "hone/core/user_prior.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// A user's priors as a density over the points of a space, each parameter by itself. Every column has
///   0.9 q + 0.1 u,
/// q what the prior says and u the uniform density: so nothing is ever ruled out, and a prior that misleads
/// can be overcome. A parameter without a prior, or one that does not exist at a point, counts as uniform.
class PointPrior {
 public:
  /// What a prior says of values that the space does not have is left out.
  PointPrior(const search::SearchSpace& space, const UserPriors& priors);

  /// True when it is uniform.
  bool empty() const noexcept { return columns_.empty(); }

  /// Σ log((0.9 q + 0.1 u) / u) over the columns, and its derivatives.
  Eigen::VectorXd log_ratio(const model::Points& points) const;
  acquisition::Scored log_ratio_with_gradient(const model::Points& points) const;

  /// How far results bear the prior out, from 0 to 1: of all pairs of points that it tells apart, the share c
  /// in which the one that it likes better has the smaller value; 4 c - 2 within [0, 1]. 1 as long as there
  /// are fewer than six such pairs. Values that are NaN count as the largest.
  double trust(const model::Points& points, const Eigen::VectorXd& values) const;

  /// Moves a point of the encoding's cube so that uniform ones become distributed as the priors say (q, of
  /// each column by itself).
  void draw(std::span<double> point) const;
  /// Moves it to where the priors are highest.
  void peak(std::span<double> point) const;

 private:
  /// A Normal that is cut off at 0 and 1.
  struct Bell {
    double mean = 0.5;
    double deviation = 1.0;
    double below = 0.0;  ///< Φ at 0
    double mass = 1.0;   ///< between 0 and 1
  };
  /// How much of [0, 1] each cell takes, and how likely it is.
  struct Table {
    std::vector<double> edges;  ///< one more than there are cells
    std::vector<double> share;
  };
  struct Column {
    Eigen::Index at = 0;
    Bell bell = {};
    Table table = {};                 ///< without cells, the bell counts
    std::vector<double> ratios = {};  ///< log((0.9 q + 0.1 u) / u) of each cell
  };

  void add(Eigen::Index at, const Domain& domain, const UserPrior& prior);

  search::SearchSpace space_;
  std::vector<Column> columns_;
};

/// The prior as an acquisition: -factor log_ratio(). The prior must outlive it.
class PriorScore final : public acquisition::Acquisition {
 public:
  PriorScore(const PointPrior& prior, double factor) : prior_(prior), factor_(factor) {}

  Eigen::MatrixXd operator()(const model::Points& points, Rng&) const override {
    return -factor_ * prior_.log_ratio(points);
  }
  std::optional<acquisition::Scored> with_gradient(const model::Points& points) const override {
    const acquisition::Scored ratio = prior_.log_ratio_with_gradient(points);
    return acquisition::Scored{-factor_ * ratio.value, -factor_ * ratio.gradient};
  }

 private:
  const PointPrior& prior_;
  double factor_;
};

}  // namespace hone::samplers
