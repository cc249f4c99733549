// SPDX-License-Identifier: MIT
#pragma once

#include "hone/learners/boosted_trees.hpp"
#include "hone/learners/random_forest.hpp"
#include "hone/model/classifier.hpp"

namespace hone::learners {

/// Boosted trees on log loss, from the constant that fits best.
class BoostedClassifier final : public model::Classifier {
 public:
  BoostedClassifier(const model::Columns& columns, const model::Points& points, const Labels& labels,
                    const BoostingOptions& options, std::uint64_t seed);

  Eigen::VectorXd log_odds(const model::Points& points) const override;

 private:
  double constant_;
  BoostedTrees trees_;
};

/// A forest whose mean label is the probability. It may be certain: odds are cut off at a million to one.
class ForestClassifier final : public model::Classifier {
 public:
  ForestClassifier(const model::Columns& columns, const model::Points& points, const Labels& labels,
                   const ForestOptions& options, std::uint64_t seed);

  Eigen::VectorXd log_odds(const model::Points& points) const override;

 private:
  RandomForest forest_;
};

}  // namespace hone::learners
