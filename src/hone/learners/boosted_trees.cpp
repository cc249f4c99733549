// SPDX-License-Identifier: MIT
#include "hone/learners/boosted_trees.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/index.hpp"
#include "hone/learners/tree_grower.hpp"

namespace hone::learners {
namespace {

// A row whose class is certain still has a little curvature, so that no leaf divides by zero.
constexpr double kLeastCurvature = 1e-16;

Slope slope_of(Loss loss, double score, double label, double weight) {
  if (loss == Loss::Squared) return {weight * (score - label), weight};
  const double p = 1.0 / (1.0 + std::exp(-score));
  return {weight * (p - label), weight * std::max(p * (1.0 - p), kLeastCurvature)};
}

}  // namespace

double best_constant(const Labels& labels, Loss loss) {
  const double all = labels.weight.sum();
  if (!(all > 0.0)) return 0.0;
  const double share = labels.weight.dot(labels.label) / all;
  if (loss == Loss::Squared) return share;
  // Not further than single precision can tell from certain.
  const double p = std::clamp(share, 1.2e-7, 1.0 - 1.2e-7);
  return std::log(p / (1.0 - p));
}

BoostedTrees BoostedTrees::fit(const model::Columns& columns, const model::Points& points,
                               const Labels& labels, const Eigen::VectorXd& initial,
                               const BoostingOptions& options, std::uint64_t seed) {
  const auto n = index(labels.size());
  const SortedColumns sorted(columns, points);
  TreeGrower grower(sorted, {.depth = options.depth,
                             .rule = {.lambda = options.lambda, .min_weight = options.min_child_weight},
                             .min_gain = options.min_gain,
                             .draw_thresholds = options.draw_thresholds});
  Rng rng(seed);
  std::vector<Slope> slopes(n);
  Eigen::VectorXd score =
      initial.size() > 0 ? initial : Eigen::VectorXd(Eigen::VectorXd::Zero(labels.size()));
  BoostedTrees boosted;
  boosted.trees_.reserve(index(options.rounds));
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      slopes[i] = slope_of(options.loss, score[row], labels.label[row], labels.weight[row]);
    }
    Tree tree = grower.grow(slopes, rng);
    for (Tree::Node& node : tree.nodes) node.value *= options.rate;
    for (std::size_t i = 0; i < n; ++i) {
      const std::int32_t leaf = grower.leaves()[i];
      if (leaf >= 0) score[static_cast<Eigen::Index>(i)] += tree.nodes[index(leaf)].value;
    }
    boosted.trees_.push_back(std::move(tree));
  }
  return boosted;
}

Eigen::VectorXd BoostedTrees::correction(const model::Points& points) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(points.rows());
  // Tree by tree: one tree stays in the cache for all points.
  for (const Tree& tree : trees_) {
    for (Eigen::Index i = 0; i < points.rows(); ++i) sum[i] += tree.value_at(points, i);
  }
  return sum;
}

}  // namespace hone::learners
