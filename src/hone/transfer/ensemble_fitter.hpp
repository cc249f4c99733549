// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/model/fitter.hpp"
#include "hone/transfer/ranking_errors.hpp"
#include "hone/transfer/weighted_models.hpp"

namespace hone::transfer {

/// A model of another study, fitted once, over the columns of the target. Its values were standardised: mean
/// 0, variance 1.
struct BaseModel {
  std::string name;
  std::shared_ptr<const model::Surrogate> model;
};

struct EnsembleOptions {
  EnsembleVariance variance = EnsembleVariance::Target;
  TargetRule target = TargetRule::Observed;
  int samples = 10'000;
  double alpha = 0.0;  ///< see Progress
  int horizon = 50;    ///< trials of the whole study
};

/// The weight of each base model, and the target's as the last, for a model of the target that was fitted to
/// the data. Equal ones below three observations, when no order says anything; all for the target when it
/// cannot say what it would have predicted without each of its points.
Eigen::VectorXd ensemble_weights(const std::vector<BaseModel>& bases, const model::Surrogate& target,
                                 const model::Dataset& data, const EnsembleOptions& options,
                                 std::uint64_t seed);

/// Fits the target with a fitter of its own, and weighs it against models of other studies by how well each
/// ranks what the target has seen (RGPE). Without base models, and when all are dropped, it is the target's
/// model as it would be alone.
class EnsembleFitter final : public model::Fitter {
 public:
  EnsembleFitter(std::shared_ptr<const model::Fitter> target, std::vector<BaseModel> bases,
                 EnsembleOptions options);

  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override;

 private:
  std::shared_ptr<const model::Fitter> target_;
  std::vector<BaseModel> bases_;
  EnsembleOptions options_;
};

}  // namespace hone::transfer
