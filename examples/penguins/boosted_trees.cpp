// SPDX-License-Identifier: MIT
#include "boosted_trees.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace penguins {
namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

struct Sums {
  double gradient = 0.0;
  double curvature = 0.0;
  int rows = 0;
  void add(double g, double h) {
    gradient += g;
    curvature += h;
    ++rows;
  }
};

double gain(const Sums& sums, double l2) { return sums.gradient * sums.gradient / (sums.curvature + l2); }

struct Split {
  double gain = 1e-9;
  int feature = -1;
  double threshold = 0.0;
  bool missing_left = true;
};

}  // namespace

/// What the recursion needs while one tree grows.
struct BoostedTrees::Growth {
  const Data& data;
  const Settings& settings;
  const std::vector<double>& gradients;
  const std::vector<double>& curvatures;
  std::mt19937_64& random;
  Tree tree;

  Sums sum(const std::vector<int>& rows) const {
    Sums sums;
    for (const int r : rows)
      sums.add(gradients[static_cast<std::size_t>(r)], curvatures[static_cast<std::size_t>(r)]);
    return sums;
  }

  void try_feature(int feature, const std::vector<int>& rows, const Sums& all, Split& best) const {
    const auto value = [&](int r) {
      return data.rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(feature)];
    };
    std::vector<int> known;
    for (const int r : rows) {
      if (!std::isnan(value(r))) known.push_back(r);
    }
    std::sort(known.begin(), known.end(), [&](int a, int b) { return value(a) < value(b); });
    const Sums present = sum(known);
    const Sums missing{all.gradient - present.gradient, all.curvature - present.curvature,
                       all.rows - present.rows};
    Sums left;
    for (std::size_t i = 0; i + 1 < known.size(); ++i) {
      const auto r = static_cast<std::size_t>(known[i]);
      left.add(gradients[r], curvatures[r]);
      if (value(known[i]) == value(known[i + 1])) continue;
      const bool missing_left = left.rows * 2 >= present.rows;
      Sums low = left;
      if (missing_left) {
        low = {left.gradient + missing.gradient, left.curvature + missing.curvature,
               left.rows + missing.rows};
      }
      const Sums high{all.gradient - low.gradient, all.curvature - low.curvature, all.rows - low.rows};
      if (std::min(low.rows, high.rows) < settings.min_leaf) continue;
      const double gained = gain(low, settings.l2) + gain(high, settings.l2) - gain(all, settings.l2);
      if (gained > best.gain)
        best = {gained, feature, 0.5 * (value(known[i]) + value(known[i + 1])), missing_left};
    }
  }
};

int BoostedTrees::grow(Growth& growth, const std::vector<int>& rows, int depth) {
  const Sums all = growth.sum(rows);
  const int index = static_cast<int>(growth.tree.size());
  growth.tree.emplace_back();
  growth.tree.back().value =
      -growth.settings.learning_rate * all.gradient / (all.curvature + growth.settings.l2);
  if (depth == 0) return index;

  Split best;
  const int features = static_cast<int>(growth.data.rows.front().size());
  std::bernoulli_distribution use(growth.settings.column_share);
  for (int feature = 0; feature < features; ++feature) {
    if (use(growth.random)) growth.try_feature(feature, rows, all, best);
  }
  if (best.feature < 0) return index;

  std::vector<int> low, high;
  for (const int r : rows) {
    const double value =
        growth.data.rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(best.feature)];
    const bool left = std::isnan(value) ? best.missing_left : value < best.threshold;
    (left ? low : high).push_back(r);
  }
  const int left = grow(growth, low, depth - 1);
  const int right = grow(growth, high, depth - 1);
  Node& node = growth.tree[static_cast<std::size_t>(index)];
  node = {best.feature, best.threshold, best.missing_left, left, right, 0.0};
  return index;
}

double BoostedTrees::leaf_of(const Tree& tree, const std::vector<double>& row) {
  const Node* node = &tree.front();
  while (node->feature >= 0) {
    const double value = row[static_cast<std::size_t>(node->feature)];
    const bool left = std::isnan(value) ? node->missing_left : value < node->threshold;
    node = &tree[static_cast<std::size_t>(left ? node->left : node->right)];
  }
  return node->value;
}

BoostedTrees::BoostedTrees(const Data& data, const Settings& settings, std::uint64_t seed) {
  const std::size_t n = data.rows.size();
  const double ones = std::accumulate(data.labels.begin(), data.labels.end(), 0.0);
  base_ = std::log((ones + 1.0) / (static_cast<double>(n) - ones + 1.0));
  std::mt19937_64 random(seed);
  std::vector<double> scores(n, base_), gradients(n), curvatures(n);
  for (int t = 0; t < settings.trees; ++t) {
    std::vector<int> rows;
    std::bernoulli_distribution use(settings.row_share);
    for (std::size_t i = 0; i < n; ++i) {
      const double p = sigmoid(scores[i]);
      gradients[i] = p - data.labels[i];
      curvatures[i] = p * (1.0 - p);
      if (use(random)) rows.push_back(static_cast<int>(i));
    }
    if (rows.empty()) continue;
    Growth growth{data, settings, gradients, curvatures, random, {}};
    grow(growth, rows, settings.depth);
    for (std::size_t i = 0; i < n; ++i) scores[i] += leaf_of(growth.tree, data.rows[i]);
    trees_.push_back(std::move(growth.tree));
  }
}

double BoostedTrees::probability(const std::vector<double>& row) const {
  double score = base_;
  for (const Tree& tree : trees_) score += leaf_of(tree, row);
  return sigmoid(score);
}

}  // namespace penguins
