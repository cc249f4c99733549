// SPDX-License-Identifier: MIT
#include "hone/learners/random_forest.hpp"

#include <algorithm>

#include "hone/base/index.hpp"
#include "hone/learners/tree_grower.hpp"

namespace hone::learners {
namespace {

// How often each row is in a sample of n with replacement; once for all without bootstrap.
std::vector<double> draw_counts(std::size_t n, bool bootstrap, Rng& rng) {
  std::vector<double> counts(n, bootstrap ? 0.0 : 1.0);
  for (std::size_t i = 0; bootstrap && i < n; ++i) counts[rng.below(n)] += 1.0;
  return counts;
}

/// What the trees that did not draw a row predict for it.
class OutOfBag {
 public:
  explicit OutOfBag(Eigen::Index rows) : sum_(Eigen::VectorXd::Zero(rows)), trees_(sum_) {}

  void add(Eigen::Index row, double prediction) {
    sum_[row] += prediction;
    trees_[row] += 1.0;
  }

  /// Of the rows that some tree did not draw.
  std::optional<double> explained(const Eigen::VectorXd& labels) const {
    const auto seen = (trees_.array() > 0.0).cast<double>().eval();
    if (!(seen.sum() > 0.0)) return std::nullopt;
    const double mean = (seen * labels.array()).sum() / seen.sum();
    const double around = (seen * (labels.array() - mean).square()).sum();
    const double missed = (seen * (labels.array() - sum_.array() / trees_.array().max(1.0)).square()).sum();
    return around > 0.0 ? std::optional(1.0 - missed / around) : std::nullopt;
  }

 private:
  Eigen::VectorXd sum_;
  Eigen::VectorXd trees_;
};

}  // namespace

RandomForest RandomForest::fit(const model::Columns& columns, const model::Points& points,
                               const Labels& labels, const ForestOptions& options, std::uint64_t seed) {
  const auto n = index(labels.size());
  const SortedColumns sorted(columns, points);
  TreeGrower grower(sorted, {.depth = options.depth,
                             .rule = {.lambda = 0.0,
                                      .min_weight = 0.0,
                                      .min_rows = index(options.min_rows),
                                      .min_share = options.min_share},
                             .min_gain = 0.0,
                             .column_share = options.column_share,
                             .draw_thresholds = options.draw_thresholds});
  // Around their mean, so that no sum of squares cancels.
  const double centre =
      labels.weight.sum() > 0.0 ? labels.weight.dot(labels.label) / labels.weight.sum() : 0.0;
  Rng rng(seed);
  std::vector<Slope> slopes(n);
  RandomForest forest;
  OutOfBag out_of_bag(options.out_of_bag ? labels.label.size() : 0);
  for (int t = 0; t < options.trees; ++t) {
    const std::vector<double> counts = draw_counts(n, options.bootstrap, rng);
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      const double weight = counts[i] * labels.weight[row];
      slopes[i] = {-weight * (labels.label[row] - centre), weight};
    }
    Tree tree = grower.grow(slopes, rng);
    std::vector<Leaf> leaves(tree.nodes.size());
    for (std::size_t k = 0; k < leaves.size(); ++k) leaves[k].mean = tree.nodes[k].value + centre;
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      if (grower.leaves()[i] < 0) {
        if (options.out_of_bag) out_of_bag.add(row, leaves[index(tree.leaf_of(points, row))].mean);
        continue;
      }
      Leaf& leaf = leaves[index(grower.leaves()[i])];
      const double off = labels.label[row] - leaf.mean;
      leaf.weight += slopes[i].hessian;
      leaf.variance += slopes[i].hessian * off * off;
    }
    for (Leaf& leaf : leaves) leaf.variance = leaf.weight > 0.0 ? leaf.variance / leaf.weight : 0.0;
    forest.trees_.push_back(std::move(tree));
    forest.leaves_.push_back(std::move(leaves));
  }
  if (options.out_of_bag) forest.explained_ = out_of_bag.explained(labels.label);
  return forest;
}

Eigen::VectorXd RandomForest::mean(const model::Points& points) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(points.rows());
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    for (Eigen::Index i = 0; i < points.rows(); ++i)
      sum[i] += leaves_[t][index(trees_[t].leaf_of(points, i))].mean;
  }
  return sum / static_cast<double>(trees_.size());
}

model::Prediction RandomForest::predict(const model::Points& points) const {
  const Eigen::Index m = points.rows();
  Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(m);
  Eigen::ArrayXd spread = Eigen::ArrayXd::Zero(m);  // of the means: Welford's sums, which do not cancel
  Eigen::ArrayXd within = Eigen::ArrayXd::Zero(m);
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    for (Eigen::Index i = 0; i < m; ++i) {
      const Leaf& leaf = leaves_[t][index(trees_[t].leaf_of(points, i))];
      const double off = leaf.mean - sum[i];
      sum[i] += off / static_cast<double>(t + 1);  // the mean so far
      spread[i] += off * (leaf.mean - sum[i]);
      within[i] += leaf.variance;
    }
  }
  return {sum, (spread + within) / static_cast<double>(trees_.size())};
}

void RandomForest::add(const model::Points& points, Eigen::Index row, double value) {
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    Leaf& leaf = leaves_[t][index(trees_[t].leaf_of(points, row))];
    const double share = 1.0 / (leaf.weight + 1.0);
    const double off = value - leaf.mean;
    leaf.weight += 1.0;
    leaf.mean += share * off;
    leaf.variance = (1.0 - share) * (leaf.variance + share * off * off);
  }
}

}  // namespace hone::learners
