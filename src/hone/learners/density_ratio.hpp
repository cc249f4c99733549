// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/learners/parzen.hpp"
#include "hone/model/classifier.hpp"

namespace hone::learners {

struct DensityRatioOptions {
  double share = 0.15;  ///< of the points that count as good, rounded up
  int most_good = 25;   ///< never more
  ParzenOptions good = {};
  ParzenOptions poor = {};
};

/// Where good points are dense and poor ones are not: log l(x) - log g(x), with a density l of the better
/// part of what was seen and g of the rest (tree-structured Parzen estimator, Bergstra et al. 2011; of all
/// columns together, Falkner et al. 2018).
///
/// Columns that some points lack are taken in groups that are always there together, each with a ratio of its
/// own, learned from the points that have it. A group that not all points have adds what it is below its own
/// best, so that to have more parameters is no merit in itself: the others decide which of them exist.
class DensityRatio final : public model::Classifier {
 public:
  /// Smaller values are better; equal ones in the order of their rows. A point whose value is infinite has
  /// none, because it failed or is being evaluated still, and counts as poor (a constant liar).
  DensityRatio(const model::Columns& columns, const model::Points& points, const Eigen::VectorXd& values,
               const DensityRatioOptions& options);

  Eigen::VectorXd log_odds(const model::Points& points) const override;

  /// A point like the good ones: every group by itself. Coordinates that no point had are uniform.
  void draw(Rng& rng, Eigen::Ref<Eigen::RowVectorXd> point) const;

 private:
  struct Group {
    std::vector<Eigen::Index> columns;
    Parzen good;
    Parzen poor;
    bool always;        // every point has it
    double best = 0.0;  // ratio at the best of its good points
  };

  Group learn(const std::vector<Eigen::Index>& chosen, const model::Points& points,
              const Eigen::VectorXd& values, const DensityRatioOptions& options) const;

  model::Columns columns_;
  std::vector<Group> groups_;
};

}  // namespace hone::learners
