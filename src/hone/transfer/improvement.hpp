// SPDX-License-Identifier: MIT
#pragma once

#include "hone/acquisition/acquisition.hpp"
#include "hone/transfer/weighted_models.hpp"

// Acquisitions of several models, each asked in its own units: standardised values. All are given as -log, so
// that they compare with each other and with -log EI.
namespace hone::transfer {

/// -log Σ wᵢ Iᵢ(x): what each model promises, by its weight. The target's model promises its expected
/// improvement over the least that it expects at a point seen.
class WeightedImprovement final : public acquisition::Acquisition {
 public:
  enum class OfSources {
    Expected,   ///< their expected improvements as well: a ranking-weighted mixture of processes (RMoGP)
    Predicted,  ///< that of their means, max(0, best - mean): the transfer acquisition function (TAF)
  };

  /// The models must outlive the object. `screen` takes the models' fast predictions, `with_noise` the
  /// variances of observations.
  struct Options {
    OfSources of_sources = OfSources::Expected;
    bool screen = false;
    bool with_noise = false;
  };
  WeightedImprovement(const WeightedModels& models, Options options) : models_(models), options_(options) {}

  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  std::optional<acquisition::Scored> with_gradient(const model::Points& points) const override;

 private:
  double log_weight(const WeightedModels::Member& member) const;
  bool takes_means(const WeightedModels::Member& member) const;
  double extra_variance(const WeightedModels::Member& member) const;

  const WeightedModels& models_;
  Options options_;
};

/// -log E max(0, f(x*) - f(x)), where x* is the point seen of which the ensemble expects most: the
/// improvement over a point whose own value is not known for sure, so that the covariance of the two counts.
/// Feurer et al., appendix C.2 (CFNEI), with the variance v(x*) + v(x) - 2 cov(x*, x).
class ComparedImprovement final : public acquisition::Acquisition {
 public:
  /// The models must outlive the object; some point must have been seen, and the models must know joint
  /// predictions.
  explicit ComparedImprovement(const WeightedModels& models);

  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;

 private:
  const WeightedModels& models_;
  model::Points best_;
};

}  // namespace hone::transfer
