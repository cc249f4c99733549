// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/model/surrogate.hpp"

namespace hone::transfer {

/// Whose doubt an ensemble has.
enum class EnsembleVariance {
  All,      ///< Σ wᵢ² vᵢ: the models are taken to be independent (RGPE, formula 6)
  Target,   ///< that of the target's model alone, whose observations are the only ones about the target
  Average,  ///< Σ wᵢ vᵢ: as if one of the models were right (WAC)
};

/// How a source fared when the models were weighed.
struct SourceShare {
  std::string name;
  double weight = 0.0;
  bool dropped = false;    ///< by chance, as formula 5 has it
  double agreement = 0.0;  ///< share of the pairs of the target's observations that its model orders alike
};

/// What is known about a target beside the models.
struct TargetState {
  model::Points seen = {};  ///< tried, or being tried
  double deviation = 1.0;   ///< of the values; what "1" is for a standardised model
  std::shared_ptr<const std::vector<SourceShare>> shares = {};  ///< of all sources
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
    /// The least that it expects at a point that the target has tried or is trying, in its own units.
    double best = 0.0;
  };

  /// The last member is the target's; all have the same columns. Members of no weight are left out, except
  /// the target's, whose noise and, by the rule, whose variance count in any case.
  WeightedModels(std::vector<Member> members, EnsembleVariance variance, TargetState target = {});

  const model::Columns& columns() const override { return own().model->columns(); }
  double noise_variance() const override;
  model::Prediction predict(const model::Points& points) const override;
  Eigen::VectorXd expect(const model::Points& points) const override;
  model::Prediction screen(const model::Points& points) const override;
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override;
  std::optional<model::JointPrediction> predict_jointly(const model::Points& points) const override;
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override;

  const std::vector<Member>& members() const noexcept { return members_; }
  const Member& own() const { return members_.back(); }
  /// True when no source has a weight: then this is the target's own model, to the last bit.
  bool alone() const noexcept { return members_.size() == 1; }
  const TargetState& target() const noexcept { return target_; }

 private:
  bool doubts(std::size_t member) const;
  double doubt_factor(const Member& member) const;
  template <class Ask>
  model::Prediction sum_of(const Ask& ask, const model::Points& points) const;

  std::vector<Member> members_;
  EnsembleVariance variance_;
  TargetState target_;
};

}  // namespace hone::transfer
