// SPDX-License-Identifier: MIT
#include "hone/learners/labels.hpp"

#include <algorithm>
#include <cmath>

namespace hone::learners {

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
  const Eigen::ArrayXd excess = (threshold - half).max(0.0);
  const auto good = static_cast<double>((excess > 0.0).count());
  if (good == 0.0) return labels;
  if (utility == Utility::Probability) {
    labels.label = (excess > 0.0).cast<double>();
    return labels;
  }
  const auto all = static_cast<double>(n);
  const double rows = good + all;
  // In units of the largest: the mean of what is left cannot overflow.
  const Eigen::ArrayXd share = excess / excess.maxCoeff();
  const Eigen::ArrayXd as_good = share / (share.sum() / good) * (rows / (2.0 * good));
  labels.weight = as_good + rows / (2.0 * all);
  labels.label = as_good / labels.weight.array();
  return labels;
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
