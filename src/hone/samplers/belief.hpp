// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/gp/fit.hpp"
#include "hone/numeric/output_transform.hpp"
#include "hone/samplers/model_space.hpp"

namespace hone::samplers {

/// How a Gaussian process learns from a history.
struct BeliefOptions {
  gp::FitOptions fit = {};
  numeric::OutputRule output = numeric::OutputRule::Robust;
  bool warm = true;  ///< fits go on from the hyper-parameters kept with the last proposal
};

/// What has been learned, in units of the transformed values: smaller is better.
struct Belief {
  gp::Gp model;        ///< trials that are running are taken to return what is expected of them
  double target;       ///< what is expected of the best trial, finished or running
  Configuration best;  ///< the best finished trial
  int observations;
  Notes notes;  ///< to keep with the first trial proposed, so that the next fit goes on from here
};

/// Learns from all finished trials, of which at least one must be complete.
Belief learn(std::span<const Trial> history, const AskRequest& request,
             const std::vector<Objective>& objectives, const ModelSpace& model_space,
             const BeliefOptions& options);

}  // namespace hone::samplers
