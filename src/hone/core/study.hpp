// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/options.hpp"
#include "hone/core/outcome_constraint.hpp"
#include "hone/core/plan.hpp"
#include "hone/core/source.hpp"
#include "hone/core/space.hpp"
#include "hone/core/space_fit.hpp"
#include "hone/core/trial.hpp"
#include "hone/core/user_prior.hpp"

namespace hone {

enum class Direction { Minimize, Maximize };

std::string to_text(Direction direction);

struct Objective {
  std::string name = "value";
  Direction direction = Direction::Minimize;
  /// Of several objectives: a value beyond which this one is of no use. The reference point of hypervolumes.
  std::optional<double> worst = {};
  friend bool operator==(const Objective&, const Objective&) = default;
};

/// Whether values mean the same in both: the same names and directions in the same order. A reference point
/// may be moved.
bool same_objectives(std::span<const Objective> a, std::span<const Objective> b);

/// True when value a is better than b.
bool better(const Objective& objective, double a, double b);

/// The sampler of studies that name none.
inline constexpr const char* kDefaultSampler = "hebo";

/// Whether a part of the space is left out, for what the sources know.
enum class SpacePruning {
  None,
  Box,  ///< search only where the best trials of the sources lie
};

/// What a study is: everything that a study file can say. Plain data; the trials live in a storage.
struct Study {
  std::string name = "study";
  Space space;
  std::vector<Objective> objectives = {Objective{}};
  std::vector<OutcomeConstraint> constraints_on = {};  ///< limits on what trials turn out to be
  Choice sampler = {kDefaultSampler};
  std::optional<Choice> pruner = {};
  std::uint64_t seed = 0;
  std::optional<std::int64_t> horizon =
      {};                            ///< how many trials are planned, when known; budget.trials otherwise
  std::vector<Source> sources = {};  ///< what to learn from, for samplers that can
  SpacePruning prune_space = SpacePruning::None;
  UserPriors priors = {};     ///< where good values are thought to be, for parameters of which that is known
  bool start_default = true;  ///< the defaults of the parameters, where there are any, are tried first
  /// What a trial costs: the name of an attribute, or "run_time" (core/cost.hpp).
  std::optional<std::string> cost = {};
  std::vector<Configuration> enqueue = {};  ///< starting points, tried first
  Removals removed = {};  ///< parameters that the space once had, and which trials still count without them
  Plan plan = {};
  friend bool operator==(const Study&, const Study&) = default;
};

/// The place of an objective by its name. Throws Error(NotFound).
std::size_t objective_index(const Study& study, const std::string& name);

/// The best complete trial of a single-objective study among those that fit its space and are feasible;
/// nullptr when there is none. Ties go to the earlier trial.
const Trial* best_trial(std::span<const Trial> trials, const Objective& objective);

/// The Pareto-optimal trials, by number: complete ones that no other complete trial dominates. Those that do
/// not fit the space or are not feasible are passed over. Of n trials in n log n for up to three objectives,
/// beyond that n times as many as are on the front.
std::vector<const Trial*> pareto_trials(std::span<const Trial> trials, std::span<const Objective> objectives);

}  // namespace hone
