// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "hone/base/rng.hpp"
#include "hone/learners/labels.hpp"
#include "hone/numeric/cholesky.hpp"

namespace hone::learners {

/// Bayesian logistic regression with the prior z ~ N(0, I / α) on its coefficients, around the most probable
/// ones (Laplace; Bishop 2006, section 4.5). With features φ, offsets m, labels k and weights w it minimises
///   α |z|² / 2 + Σ w (log(1 + exp s) - k s),   s = m + φᵀz,
/// which is strictly convex, and takes for the precision of the posterior the Hessian at the minimum,
///   α I + Σ w p (1 - p) φ φᵀ,   p = 1 / (1 + exp(-s)).
/// The weights belong in it: equation 6 of the MALIBO paper leaves them out, and its equation 5 adds the
/// log-likelihood where it has to be subtracted.
class LogisticRegression {
 public:
  struct Options {
    double prior_precision = 1.0;  ///< α
    int max_steps = 50;            ///< Newton's; a handful is enough
    double tolerance = 1e-12;      ///< largest slope that counts as none, for each unit of weight
  };

  /// One row of features and one label for each observation; `offset` of the same size, or empty for zeros.
  /// Without observations it is the prior. O(n d² + d³) for each step. Throws Error(InvalidArgument) when
  /// sizes differ.
  static LogisticRegression fit(const Eigen::MatrixXd& features, const Labels& labels,
                                const Eigen::VectorXd& offset, const Options& options);
  static LogisticRegression fit(const Eigen::MatrixXd& features, const Labels& labels,
                                const Eigen::VectorXd& offset) {
    return fit(features, labels, offset, Options());
  }

  const Eigen::VectorXd& mode() const noexcept { return mode_; }
  /// Of the posterior's precision matrix.
  const numeric::Cholesky& precision() const noexcept { return precision_; }

  /// φᵀ Σ φ for each row of features.
  Eigen::VectorXd variance(const Eigen::MatrixXd& features) const;
  /// Log odds of the predictive probability, the coefficients integrated out by the probit approximation:
  ///   s / √(1 + π φᵀΣφ / 8)   (MacKay 1992; equation 25 of the MALIBO paper).
  Eigen::VectorXd log_odds(const Eigen::MatrixXd& features, const Eigen::VectorXd& offset) const;
  /// Coefficients drawn from the posterior: with precision L Lᵀ, z + L⁻ᵀ ε. A Thompson sampler uses one draw
  /// for all points of a proposal.
  Eigen::VectorXd draw(Rng& rng) const;

 private:
  Eigen::VectorXd mode_;
  numeric::Cholesky precision_;
};

}  // namespace hone::learners
