// SPDX-License-Identifier: MIT
#include "hone/learners/tree_classifiers.hpp"

namespace hone::learners {

BoostedClassifier::BoostedClassifier(const model::Columns& columns, const model::Points& points,
                                     const Labels& labels, const BoostingOptions& options, std::uint64_t seed)
    : constant_(best_constant(labels, options.loss)),
      trees_(BoostedTrees::fit(columns, points, labels, Eigen::VectorXd::Constant(labels.size(), constant_),
                               options, seed)) {}

Eigen::VectorXd BoostedClassifier::log_odds(const model::Points& points) const {
  return trees_.correction(points).array() + constant_;
}

ForestClassifier::ForestClassifier(const model::Columns& columns, const model::Points& points,
                                   const Labels& labels, const ForestOptions& options, std::uint64_t seed)
    : forest_(RandomForest::fit(columns, points, labels, options, seed)) {}

Eigen::VectorXd ForestClassifier::log_odds(const model::Points& points) const {
  constexpr double kLeast = 1e-6;
  const Eigen::ArrayXd p = forest_.mean(points).array().max(kLeast).min(1.0 - kLeast);
  return (p / (1.0 - p)).log();
}

}  // namespace hone::learners
