// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>

#include "hone/numeric/cholesky.hpp"

namespace hone::baselines {

/// The two precisions of a Bayesian linear regression, as logarithms.
struct Precisions {
  double log_alpha = 0.0;               ///< of each weight around 0, before any data
  double log_beta = 6.907755278982137;  ///< of the noise: 1000
};

/// What a search may choose from.
inline constexpr Precisions kLeastPrecisions = {-6.907755278982137, 0.0};               // 1/1000 and 1
inline constexpr Precisions kMostPrecisions = {6.907755278982137, 13.815510557964274};  // 1000 and 10⁶

/// Bayesian linear regression on features: y = Φᵀ w + noise with w ~ N(0, I/α) and noise ~ N(0, 1/β). The
/// weights are then N(m, A⁻¹) with A = α I + β Φ Φᵀ and m = β A⁻¹ Φ y. A point of Φ (features x n) is a
/// column.
class AblrHead {
 public:
  using Features = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  /// O(n d² + d³). Nothing when A cannot be factored.
  static std::optional<AblrHead> fit(const Features& features, const Eigen::VectorXd& y,
                                     Precisions precisions);

  /// The same; what is believed before any data where A cannot be factored, which precisions between their
  /// bounds hardly leave.
  static AblrHead fit_or_prior(const Features& features, const Eigen::VectorXd& y, Precisions precisions);

  double alpha() const noexcept { return alpha_; }
  double beta() const noexcept { return beta_; }
  /// m.
  const Eigen::VectorXd& weights() const noexcept { return weights_; }
  /// Of A.
  const numeric::Cholesky& factor() const noexcept { return factor_; }

  /// The same after further points that returned what was expected of them: m stays.
  AblrHead believe(const Features& features) const;

 private:
  AblrHead() = default;

  double alpha_ = 1.0;
  double beta_ = 1.0;
  Eigen::VectorXd weights_;
  numeric::Cholesky factor_;
};

/// -log p(y | Φ, α, β), and how it changes.
struct HeadLoss {
  double value = 0.0;
  double by_log_alpha = 0.0;
  double by_log_beta = 0.0;
};

/// The derivatives by the features go to `by_features`, of the same shape, unless it has no columns. A value
/// that is not a number says that A cannot be factored.
HeadLoss head_loss(const AblrHead::Features& features, const Eigen::VectorXd& y, Precisions precisions,
                   Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>> by_features);

/// The most probable precisions of given features; a search from `start`.
Precisions best_precisions(const AblrHead::Features& features, const Eigen::VectorXd& y, Precisions start);

}  // namespace hone::baselines
