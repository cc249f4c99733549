// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/gp/scaling.hpp"
#include "hone/model/surrogate.hpp"
#include "hone/transfer/ablr_head.hpp"
#include "hone/transfer/ablr_network.hpp"
#include "hone/transfer/one_hot.hpp"

namespace hone::transfer {

/// A network with its parameters, and how it reads points.
struct AblrBody {
  OneHot encoding;
  AblrNetwork network;
  Eigen::VectorXd parameters;
};

/// Bayesian linear regression on the features of a network: a Gaussian process with the kernel φ(x)ᵀ φ(x') /
/// α. A prediction of m points costs O(m width²), however many points it has learned from.
class AblrModel final : public model::Surrogate {
 public:
  /// The body is immutable, hence shared by the models of several studies and by copies.
  AblrModel(std::shared_ptr<const AblrBody> body, gp::Scaling scaling, AblrHead head);

  const model::Columns& columns() const override { return body_->encoding.columns(); }
  double noise_variance() const override { return scaling_.variance(1.0 / head_.beta()); }
  model::Prediction predict(const model::Points& points) const override;
  Eigen::VectorXd expect(const model::Points& points) const override;
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override;
  std::optional<model::JointPrediction> predict_jointly(const model::Points& points) const override;
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override;

  const AblrHead& head() const noexcept { return head_; }
  const AblrBody& body() const noexcept { return *body_; }

 private:
  Eigen::MatrixXd features(const model::Points& points) const;
  Eigen::VectorXd means(const Eigen::MatrixXd& features) const;

  std::shared_ptr<const AblrBody> body_;
  gp::Scaling scaling_;
  AblrHead head_;
};

}  // namespace hone::transfer
