// SPDX-License-Identifier: MIT
#include "hone/model/surrogate.hpp"

#include <cmath>

#include "hone/numeric/cholesky.hpp"

namespace hone::model {

bool Surrogate::believe_in_place(const Points&) { return false; }

std::optional<JointPrediction> Surrogate::predict_jointly(const Points&) const { return std::nullopt; }

std::optional<PredictionGradient> Surrogate::predict_with_gradient(const Points&) const {
  return std::nullopt;
}

std::optional<Eigen::VectorXd> Surrogate::left_out_means() const { return std::nullopt; }

std::optional<Eigen::MatrixXd> Surrogate::left_out_models() const { return std::nullopt; }

std::optional<Eigen::MatrixXd> Surrogate::sample(const Points& points, int count, Rng& rng) const {
  const auto joint = predict_jointly(points);
  if (!joint) return std::nullopt;
  const Eigen::Index m = points.rows();
  Eigen::MatrixXd draws(m, count);
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index i = 0; i < m; ++i) draws(i, j) = rng.normal();
  }
  // Posterior covariances of near points are singular up to rounding, which the ladder repairs. Should even
  // that fail, independent draws are still draws from the right margins.
  if (const auto factor = numeric::Cholesky::factor(joint->covariance)) {
    draws = factor->lower().triangularView<Eigen::Lower>() * draws;
  } else {
    draws.array().colwise() *= joint->covariance.diagonal().array().max(0.0).sqrt();
  }
  return draws.colwise() + joint->mean;
}

}  // namespace hone::model
