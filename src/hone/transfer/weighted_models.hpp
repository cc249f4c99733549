// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "hone/model/surrogate.hpp"

namespace hone::transfer {

/// Whose doubt an ensemble has.
enum class EnsembleVariance {
  All,     ///< Σ wᵢ² vᵢ: the models are taken to be independent (RGPE, formula 6)
  Target,  ///< that of the target's model alone, whose observations are the only ones about the target
};

/// Models of other studies and of the target as one: their means, each with its weight. Feurer et al.,
/// "Practical Transfer Learning for Bayesian Optimization", formula 6.
class WeightedModels final : public model::Surrogate {
 public:
  struct Member {
    std::shared_ptr<const model::Surrogate> model;
    double weight = 1.0;
    /// What the model says, in the target's units: shift + scale · prediction.
    double shift = 0.0;
    double scale = 1.0;
  };

  /// The last member is the target's; all have the same columns. Members of no weight are left out, except
  /// the target's, whose noise and, by the rule, whose variance count in any case.
  WeightedModels(std::vector<Member> members, EnsembleVariance variance);

  const model::Columns& columns() const override { return target().columns(); }
  double noise_variance() const override;
  model::Prediction predict(const model::Points& points) const override;
  model::Prediction screen(const model::Points& points) const override;
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override;
  std::optional<model::JointPrediction> predict_jointly(const model::Points& points) const override;
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override;

  const std::vector<Member>& members() const noexcept { return members_; }

 private:
  const model::Surrogate& target() const { return *members_.back().model; }
  bool doubts(std::size_t member) const;
  template <class Ask>
  model::Prediction sum_of(const Ask& ask) const;

  std::vector<Member> members_;
  EnsembleVariance variance_;
};

}  // namespace hone::transfer
