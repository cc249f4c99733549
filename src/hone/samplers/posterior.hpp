// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hone/acquisition/feasibility.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/model/fitter.hpp"
#include "hone/numeric/output_transform.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// What several objectives are to a sampler.
enum class SeveralObjectives {
  Volume,      ///< each has a model; points are sought that raise the volume that the front dominates
  Scalarised,  ///< parego() makes one of them
};

/// How a model learns from a history.
struct LearningOptions {
  numeric::OutputRule output = numeric::OutputRule::Robust;
  bool warm = true;  ///< fits go on from what the last proposal kept
  SeveralObjectives several = SeveralObjectives::Scalarised;
};

/// What is known after a history: outputs, each a surrogate in units of its transformed values, of which
/// smaller ones are better. Pending trials are taken to return what is expected of them, in all of them.
struct Posterior {
  /// One for each objective that is modelled by itself.
  std::vector<std::unique_ptr<model::Surrogate>> objectives;
  /// Of a single one: what is expected of the best trial, finished or pending.
  double target = 0.0;
  /// Of several: what is expected of the trials that count, finished or pending, a row each; and the point
  /// below which they do: Objective::worst where it is given, else acquisition::reference_point().
  Eigen::MatrixXd front = {};
  Eigen::VectorXd reference = {};
  /// The best finished trial, or the Pareto-optimal ones; the one that breaks the limits least if all do.
  std::vector<Configuration> best;
  int observations = 0;
  std::vector<numeric::OutputTransform> transforms = {};  ///< of each objective's values
  int believed = 0;             ///< points that count as known by what is expected of them
  std::vector<double> spreads;  ///< standard deviation of the transformed values of each objective
  Notes notes = {};  ///< to keep with the first trial proposed, so that the next fit goes on from here

  std::vector<acquisition::ModelledLimit> limits = {};  ///< on outcomes, where there are any
  bool feasible_known = true;                           ///< otherwise a feasible point is what is looked for

  bool several() const noexcept { return objectives.size() > 1; }
  /// Of the first objective.
  const model::Surrogate& model() const noexcept { return *objectives.front(); }

  /// From here on points that are being evaluated count as known: by what is expected of them, if they are
  /// more likely feasible than not.
  void condition_on(const model::Points& pending);
};

/// Learns from all finished trials, of which at least one must be complete. Infeasible trials bring their
/// values, as what they measured is true; none of them is the best as long as there is another.
Posterior learn(std::span<const Trial> history, const AskRequest& request,
                const std::vector<Objective>& objectives, const search::SearchSpace& space,
                const model::Fitter& fitter, const LearningOptions& options);

}  // namespace hone::samplers
