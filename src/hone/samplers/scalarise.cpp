// SPDX-License-Identifier: MIT
#include "hone/samplers/scalarise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/rng.hpp"

namespace hone::samplers {
namespace {

using Eigen::Index;

constexpr double kShareOfSum = 0.05;

// Uniform on the weights that sum to 1: shares of a sum of exponential numbers.
Eigen::VectorXd draw_weights(Index count, std::uint64_t seed) {
  Rng rng(seed);
  Eigen::VectorXd weights(count);
  for (double& weight : weights) weight = -std::log(1.0 - rng.uniform());
  return weights / weights.sum();
}

// Where each value lies between the least and the largest of its objective. Halved, because the difference of
// two finite numbers may not be finite.
Eigen::VectorXd scaled(const Eigen::VectorXd& values) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  const double range = 0.5 * most - 0.5 * least;
  return values.unaryExpr([=](double value) {
    if (std::isnan(value)) return value;
    return range > 0.0 ? (0.5 * value - 0.5 * least) / range : 0.0;
  });
}

}  // namespace

Eigen::VectorXd parego(const Eigen::MatrixXd& values, std::uint64_t seed) {
  if (values.cols() == 1) return values.col(0);
  const Eigen::VectorXd weights = draw_weights(values.cols(), seed);
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(values.rows());
  Eigen::VectorXd sum = largest;
  for (Index k = 0; k < values.cols(); ++k) {
    const Eigen::VectorXd weighted = weights[k] * scaled(values.col(k));
    largest = largest.cwiseMax(weighted);
    sum += weighted;
  }
  return largest + kShareOfSum * sum;  // the sum keeps NaN
}

}  // namespace hone::samplers
