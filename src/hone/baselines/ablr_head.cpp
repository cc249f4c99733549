// SPDX-License-Identifier: MIT
#include "hone/baselines/ablr_head.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "hone/numeric/blas.hpp"
#include "hone/numeric/lbfgs.hpp"

namespace hone::baselines {
namespace {

namespace blas = numeric::blas;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kPrecisionSteps = 30;

}  // namespace

std::optional<AblrHead> AblrHead::fit(const Features& features, const VectorXd& y, Precisions precisions) {
  AblrHead head;
  head.alpha_ = std::exp(precisions.log_alpha);
  head.beta_ = std::exp(precisions.log_beta);
  MatrixXd a = head.alpha_ * MatrixXd::Identity(features.rows(), features.rows());
  blas::syrk_lower(blas::Op::Plain, head.beta_, features, 1.0, a);
  if (!head.factor_.compute(a)) return std::nullopt;
  head.weights_ = head.factor_.solve(head.beta_ * (features * y));
  return head;
}

AblrHead AblrHead::fit_or_prior(const Features& features, const Eigen::VectorXd& y, Precisions precisions) {
  auto head = fit(features, y, precisions);
  if (!head) head = fit(Eigen::MatrixXd(features.rows(), 0), Eigen::VectorXd(0), precisions);
  return std::move(*head);
}

AblrHead AblrHead::believe(const Features& features) const {
  AblrHead out = *this;
  for (Index i = 0; i < features.cols(); ++i) out.factor_.update(std::sqrt(beta_) * features.col(i));
  return out;
}

// With r = y - Φᵀ m the loss is
//   n/2 log 2π - n/2 log β - d/2 log α + ½ log |A| + β/2 rᵀr + α/2 mᵀm,
// and m is where the last two are least, so that they change as if it stood still. Hence
//   by Φ: β A⁻¹ Φ - β m rᵀ,   by log α: ½ (α tr A⁻¹ - d + α mᵀm),   by log β: ½ (d - α tr A⁻¹ - n + β rᵀr).
HeadLoss head_loss(const AblrHead::Features& features, const VectorXd& y, Precisions precisions,
                   Eigen::Ref<MatrixXd, 0, Eigen::OuterStride<>> by_features) {
  const auto head = AblrHead::fit(features, y, precisions);
  if (!head) return {.value = std::numeric_limits<double>::quiet_NaN()};
  const auto n = static_cast<double>(y.size());
  const auto d = static_cast<double>(features.rows());
  const double alpha = head->alpha();
  const double beta = head->beta();
  const VectorXd& weights = head->weights();
  const VectorXd rest = y - features.transpose() * weights;
  const MatrixXd inverse = head->factor().inverse();
  const double misfit = beta * rest.squaredNorm();
  const double size = alpha * weights.squaredNorm();
  const double free = alpha * inverse.trace();  // directions of the weights that the data say nothing about
  if (by_features.cols() > 0) {
    blas::gemm(blas::Op::Plain, blas::Op::Plain, beta, inverse, features, 0.0, by_features);
    by_features.noalias() -= beta * weights * rest.transpose();
  }
  return {.value = 0.5 * (n * std::log(2.0 * std::numbers::pi) - n * precisions.log_beta -
                          d * precisions.log_alpha + head->factor().log_determinant() + misfit + size),
          .by_log_alpha = 0.5 * (free - d + size),
          .by_log_beta = 0.5 * (d - free - n + misfit)};
}

Precisions best_precisions(const AblrHead::Features& features, const VectorXd& y, Precisions start) {
  MatrixXd none(features.rows(), 0);
  const auto loss = [&](const VectorXd& x, VectorXd& gradient) {
    const HeadLoss told = head_loss(features, y, {x[0], x[1]}, none);
    gradient << told.by_log_alpha, told.by_log_beta;
    return told.value;
  };
  const auto found =
      numeric::minimise_lbfgs(loss, Eigen::Vector2d(start.log_alpha, start.log_beta),
                              Eigen::Vector2d(kLeastPrecisions.log_alpha, kLeastPrecisions.log_beta),
                              Eigen::Vector2d(kMostPrecisions.log_alpha, kMostPrecisions.log_beta),
                              {.max_iterations = kPrecisionSteps});
  return {found.x[0], found.x[1]};
}

}  // namespace hone::baselines
