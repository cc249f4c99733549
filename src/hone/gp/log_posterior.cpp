// SPDX-License-Identifier: MIT
#include "hone/gp/log_posterior.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "hone/base/cancellation.hpp"
#include "hone/base/index.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::gp {
namespace {

namespace blas = numeric::blas;
using Eigen::Index;

}  // namespace

LogPosterior::LogPosterior(const Layout& layout, const Inputs& inputs, const Eigen::VectorXd& y,
                           std::vector<Prior> priors, double mean_precision)
    : layout_(layout),
      y_(y),
      priors_(std::move(priors)),
      mean_precision_(mean_precision),
      covariance_(layout, inputs) {}

double LogPosterior::evaluate(std::span<const double> theta, MeanRule rule, std::span<double> gradient) {
  check_cancelled();
  std::ranges::fill(gradient, 0.0);
  covariance_.compute(theta);
  if (!factor(theta)) return -std::numeric_limits<double>::infinity();

  const Index n = y_.size();
  solved_.resize(n, 2);
  solved_.col(0) = y_;
  solved_.col(1).setOnes();
  blas::trsm_lower(blas::Side::Left, blas::Op::Plain, 1.0, matrix_, solved_);
  const double information = solved_.col(1).squaredNorm() + mean_precision_;
  mean_ = theta[index(layout_.mean)];
  if (rule == MeanRule::Solved) mean_ = n > 0 ? solved_.col(1).dot(solved_.col(0)) / information : 0.0;
  weights_ = solved_.col(0) - mean_ * solved_.col(1);

  double value = -0.5 * weights_.squaredNorm();
  value -= matrix_.diagonal().array().log().sum();
  value -= 0.5 * static_cast<double>(n) * std::log(2.0 * std::numbers::pi);
  value += add_priors(theta, rule, gradient);
  if (!gradient.empty()) add_likelihood_gradient(theta, rule, gradient);
  return value;
}

// A matrix that rounding has made indefinite is rare, as the noise has a floor; it gets a growing diagonal.
bool LogPosterior::factor(std::span<const double> theta) {
  const double noise = std::exp(theta[index(layout_.noise)]);
  for (double jitter = 0.0; jitter <= 1e-2; jitter = std::max(1e-10, 10.0 * jitter)) {
    covariance_.assemble(matrix_);
    const double scale = jitter > 0.0 ? matrix_.diagonal().mean() : 0.0;
    matrix_.diagonal().array() += noise + jitter * scale;
    if (blas::potrf_lower(matrix_)) return true;
  }
  return false;
}

// dL/dA = ½ (w wᵀ - A⁻¹) with w = A⁻¹ r.
void LogPosterior::add_likelihood_gradient(std::span<const double> theta, MeanRule rule,
                                           std::span<double> gradient) {
  blas::trsm_lower(blas::Side::Left, blas::Op::Transposed, 1.0, matrix_, weights_);
  blas::trtri_lower(matrix_);
  blas::lauum_lower(matrix_);
  const Index n = y_.size();
  for (Index j = 0; j < n; ++j) {
    auto column = matrix_.col(j).tail(n - j);
    column = 0.5 * (weights_(j, 0) * weights_.col(0).tail(n - j) - column);
  }
  gradient[index(layout_.noise)] += std::exp(theta[index(layout_.noise)]) * matrix_.diagonal().sum();
  if (rule == MeanRule::Given) gradient[index(layout_.mean)] += weights_.sum();
  covariance_.backward(matrix_, gradient);
}

double LogPosterior::add_priors(std::span<const double> theta, MeanRule rule,
                                std::span<double> gradient) const {
  double value = -0.5 * mean_precision_ * mean_ * mean_;
  for (std::size_t k = 0; k < priors_.size(); ++k) value += priors_[k].log_density(theta[k]);
  if (gradient.empty()) return value;
  for (std::size_t k = 0; k < priors_.size(); ++k) gradient[k] += priors_[k].slope(theta[k]);
  if (rule == MeanRule::Given) gradient[index(layout_.mean)] -= mean_precision_ * theta[index(layout_.mean)];
  return value;
}

}  // namespace hone::gp
