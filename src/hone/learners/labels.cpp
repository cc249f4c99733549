// SPDX-License-Identifier: MIT
#include "hone/learners/labels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "hone/base/index.hpp"

namespace hone::learners {

namespace {

constexpr double kSteps = 1 << 20;
constexpr double kMostMedians = 3.0;

double median_of_positive(const Eigen::ArrayXd& values) {
  std::vector<double> positive;
  std::copy_if(values.begin(), values.end(), std::back_inserter(positive), [](double v) { return v > 0.0; });
  const auto middle = positive.begin() + std::ssize(positive) / 2;
  std::nth_element(positive.begin(), middle, positive.end());
  return *middle;
}

}  // namespace

double quantile(Eigen::VectorXd values, double gamma) {
  std::sort(values.begin(), values.end());
  const double place = gamma * static_cast<double>(values.size() - 1);
  const auto below = static_cast<Eigen::Index>(std::floor(place));
  const Eigen::Index above = std::min(below + 1, values.size() - 1);
  const double share = place - std::floor(place);
  // Weighed so that two values whose difference is not a number any more still have a place between them.
  return values[below] == values[above] ? values[below]
                                        : (1.0 - share) * values[below] + share * values[above];
}

Labels label_values(const Eigen::VectorXd& values, double gamma, Utility utility) {
  const Eigen::Index n = values.size();
  Labels labels{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Ones(n)};
  if (n == 0) return labels;
  // Halved, because the difference of two finite numbers may not be finite.
  const Eigen::ArrayXd half = 0.5 * values.array();
  const double threshold = quantile(half, gamma);
  Eigen::ArrayXd excess = (threshold - half).max(0.0);
  const auto good = static_cast<double>((excess > 0.0).count());
  if (good == 0.0) return labels;
  if (utility == Utility::Probability) {
    labels.label = (excess > 0.0).cast<double>();
    return labels;
  }
  if (utility == Utility::CappedImprovement) excess = excess.min(kMostMedians * median_of_positive(excess));
  const auto all = static_cast<double>(n);
  const double rows = good + all;
  // In units of the largest: the mean of what is left cannot overflow. Rounded, so that values which were
  // multiplied or shifted, and rounded themselves, give the same weights to the last bit.
  const Eigen::ArrayXd share = (excess / excess.maxCoeff() * kSteps).round() / kSteps;
  const Eigen::ArrayXd as_good = share / (share.sum() / good) * (rows / (2.0 * good));
  labels.weight = as_good + rows / (2.0 * all);
  labels.label = as_good / labels.weight.array();
  return labels;
}

ThinnedLabels thinned(const Labels& labels, Eigen::Index most) {
  std::vector<int> rows(index(labels.size()));
  std::iota(rows.begin(), rows.end(), 0);
  if (labels.size() <= most) return {std::move(rows), labels};
  const auto goodness = [&](int row) { return labels.weight[row] * labels.label[row]; };
  const std::ptrdiff_t best = most / 2;
  std::nth_element(rows.begin(), rows.begin() + best, rows.end(), [&](int a, int b) {
    return goodness(a) != goodness(b) ? goodness(a) > goodness(b) : a < b;
  });
  const auto others = rows.begin() + best;
  std::sort(others, rows.end());
  const Eigen::Index left = labels.size() - best;
  const Eigen::Index kept = most - best;
  Eigen::VectorXd weight = labels.weight;
  for (Eigen::Index i = 0; i < kept; ++i) {
    const int row = others[i * left / kept];
    others[i] = row;
    weight[row] *= static_cast<double>(left) / static_cast<double>(kept);
  }
  rows.resize(index(most));
  std::sort(rows.begin(), rows.end());
  return {rows, {labels.label(rows), weight(rows)}};
}

Labels with_poor(const Labels& labels, Eigen::Index count) {
  if (count == 0) return labels;
  const Eigen::Index known = labels.size();
  const double poor = known > 0 ? (labels.weight.array() * (1.0 - labels.label.array())).maxCoeff() : 1.0;
  Labels all{Eigen::VectorXd::Zero(known + count), Eigen::VectorXd::Constant(known + count, poor)};
  all.label.head(known) = labels.label;
  all.weight.head(known) = labels.weight;
  return all;
}

}  // namespace hone::learners
