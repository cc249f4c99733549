// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/model/fitter.hpp"
#include "hone/numeric/output_transform.hpp"
#include "hone/samplers/judge.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// How a model learns from a history.
struct BeliefOptions {
  numeric::OutputRule output = numeric::OutputRule::Robust;
  bool warm = true;  ///< fits go on from what the last proposal kept
};

/// What has been learned, in units of the transformed values: smaller is better.
struct Belief {
  std::unique_ptr<model::Surrogate> model;  ///< running trials are taken to return what is expected of them
  double target;                            ///< what is expected of the best trial, finished or running
  Configuration best;                       ///< the best finished trial
  int observations;
  double spread;  ///< standard deviation of the transformed values
  Notes notes;    ///< to keep with the first trial proposed, so that the next fit goes on from here
  std::shared_ptr<const Judge> judge = std::make_shared<const Judge>();  ///< of the model

  std::unique_ptr<acquisition::Acquisition> promise(const acquisition::MaceOptions& opinions) const {
    return judge->judge(*model, opinions);
  }
};

/// Learns from all finished trials, of which at least one must be complete. Several objectives become one by
/// parego().
Belief learn(std::span<const Trial> history, const AskRequest& request,
             const std::vector<Objective>& objectives, const search::SearchSpace& space,
             const model::Fitter& fitter, const BeliefOptions& options);

}  // namespace hone::samplers
