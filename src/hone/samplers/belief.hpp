// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "hone/acquisition/feasibility.hpp"
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
  Configuration best;  ///< the best finished trial; the one that breaks the limits least if all do
  int observations;
  double spread;  ///< standard deviation of the transformed values
  Notes notes;    ///< to keep with the first trial proposed, so that the next fit goes on from here
  std::shared_ptr<const Judge> judge = std::make_shared<const Judge>();  ///< of the model

  std::vector<acquisition::ModelledLimit> limits = {};  ///< on outcomes, where there are any
  bool feasible_known = true;                           ///< otherwise a feasible point is what is looked for

  /// What the judge makes of the model, weighed by the probability that the limits are kept.
  std::unique_ptr<acquisition::Acquisition> promise(const acquisition::MaceOptions& opinions) const;

  /// From here on points that are being evaluated count as known. Returns what a point must get below then:
  /// `before`, or what is expected of the points that are more likely feasible than not.
  double believe(const model::Points& points, double before);
};

/// Learns from all finished trials, of which at least one must be complete. Several objectives become one by
/// parego(). Infeasible trials bring their values, as what they measured is true; none of them is the best as
/// long as there is another.
Belief learn(std::span<const Trial> history, const AskRequest& request,
             const std::vector<Objective>& objectives, const search::SearchSpace& space,
             const model::Fitter& fitter, const BeliefOptions& options);

}  // namespace hone::samplers
