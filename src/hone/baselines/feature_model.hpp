// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/baselines/ablr_head.hpp"
#include "hone/baselines/feature_map.hpp"
#include "hone/gp/scaling.hpp"
#include "hone/model/surrogate.hpp"

namespace hone::baselines {

/// Bayesian linear regression on features: a Gaussian process with the kernel φ(x)ᵀ φ(x') / α around the
/// features' offset. A prediction of m points costs O(m width²), however many points it has learned from.
class FeatureModel final : public model::Surrogate {
 public:
  /// The features are immutable, hence shared by the models of several studies and by copies. The head was
  /// fitted to what `scaling` makes of the values, less the offset.
  FeatureModel(std::shared_ptr<const FeatureMap> features, gp::Scaling scaling, AblrHead head);

  const model::Columns& columns() const override { return features_->columns(); }
  double noise_variance() const override { return scaling_.variance(1.0 / head_.beta()); }
  model::Prediction predict(const model::Points& points) const override;
  Eigen::VectorXd expect(const model::Points& points) const override;
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override;
  std::optional<model::JointPrediction> predict_jointly(const model::Points& points) const override;
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override;

  const AblrHead& head() const noexcept { return head_; }

 private:
  Eigen::VectorXd means(const FeatureMap::Seen& seen) const;

  std::shared_ptr<const FeatureMap> features_;
  gp::Scaling scaling_;
  AblrHead head_;
};

}  // namespace hone::baselines
