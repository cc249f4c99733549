// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "hone/baselines/network_prior.hpp"
#include "hone/model/fitter.hpp"

namespace hone::baselines {

/// A prior μ, σ of other studies, corrected by a model g of what the target has shown, (y - μ) / σ:
///   y(x) = μ(x) + σ(x) g(x).
class PriorModel final : public model::Surrogate {
 public:
  /// `deviation` is the prior's where the target was measured, for the noise. The prior is immutable, hence
  /// shared by copies.
  PriorModel(std::shared_ptr<const NetworkPrior> prior, std::unique_ptr<model::Surrogate> residual,
             double deviation);

  const model::Columns& columns() const override { return residual_->columns(); }
  double noise_variance() const override { return deviation_ * deviation_ * residual_->noise_variance(); }
  model::Prediction predict(const model::Points& points) const override;
  Eigen::VectorXd expect(const model::Points& points) const override;
  model::Prediction screen(const model::Points& points) const override;
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override;
  std::optional<model::JointPrediction> predict_jointly(const model::Points& points) const override;
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override;

 private:
  std::shared_ptr<const NetworkPrior> prior_;
  std::unique_ptr<model::Surrogate> residual_;
  double deviation_;
};

/// Fits PriorModels: what is remembered is the residual's memory.
class PriorFitter final : public model::Fitter {
 public:
  /// Of more observations than `most`, those that gp::choose_rows() names are used: by their values, which
  /// the fitter of the residuals does not see.
  PriorFitter(std::shared_ptr<const NetworkPrior> prior, std::shared_ptr<const model::Fitter> residual,
              int most);

  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override;
  std::unique_ptr<model::Surrogate> recall(const model::Dataset& data, std::span<const double> memory,
                                           bool exact) const override;

 private:
  struct Residuals;
  Residuals residuals_of(const model::Dataset& data) const;

  std::shared_ptr<const NetworkPrior> prior_;
  std::shared_ptr<const model::Fitter> residual_;
  int most_;
};

}  // namespace hone::baselines
