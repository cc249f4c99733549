// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/gp/covariance.hpp"
#include "hone/gp/prior.hpp"

namespace hone::gp {

/// Where the prior mean of the process comes from.
enum class MeanRule {
  Given,   ///< the last hyper-parameter
  Solved,  ///< the best constant for the other hyper-parameters, in closed form
};

/// How well hyper-parameters explain data: the log marginal likelihood
///   log p(y | θ) = -½ rᵀ A⁻¹ r - ½ log det A - (n/2) log 2π,   A = K + noise I,  r = y - mean
/// plus the log densities of the priors, with its gradient. Rasmussen & Williams (2006), eq. 2.30 and 5.9.
/// One evaluation costs n³ multiply-adds (a factorisation and an inverse) and O(n² d); large memory, three to
/// four n x n matrices, is taken at the first one and kept.
class LogPosterior {
 public:
  /// y must be standardised; priors holds one belief per hyper-parameter but the last, the mean, whose prior
  /// is N(0, 1 / mean_precision). The references must outlive the object.
  LogPosterior(const Layout& layout, const Inputs& inputs, const Eigen::VectorXd& y,
               std::vector<Prior> priors, double mean_precision = 0.0);

  /// The value at theta, and its gradient when that is not empty. -infinity, with a zero gradient, when K
  /// cannot be factored. Under MeanRule::Solved the derivative by the mean is 0.
  double evaluate(std::span<const double> theta, MeanRule rule, std::span<double> gradient = {});

  /// The mean that the last evaluation used.
  double mean() const noexcept { return mean_; }

 private:
  bool factor(std::span<const double> theta);
  void add_likelihood_gradient(std::span<const double> theta, MeanRule rule, std::span<double> gradient);
  double add_priors(std::span<const double> theta, MeanRule rule, std::span<double> gradient) const;

  const Layout& layout_;
  const Eigen::VectorXd& y_;
  std::vector<Prior> priors_;
  double mean_precision_;
  double mean_ = 0.0;
  TrainingCovariance covariance_;
  Eigen::MatrixXd matrix_;   // lower triangle: A, then its factor, then its inverse, then dL/dK
  Eigen::MatrixXd solved_;   // n x 2: L⁻¹ y and L⁻¹ 1
  Eigen::MatrixXd weights_;  // n x 1: A⁻¹ r
};

}  // namespace hone::gp
