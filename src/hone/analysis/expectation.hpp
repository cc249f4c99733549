// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/search/search_space.hpp"

// What a study's model expects of configurations that nobody has tried.
namespace hone::analysis {

/// Complete trials as a model sees them: smaller is better. Trials without a value are not guessed at.
model::Dataset complete_dataset(const search::SearchSpace& space, std::span<const Trial> trials,
                                const Objective& objective, std::size_t index);

/// The median that the model, fitted to the complete trials (to `max_points` of them at most), expects of one
/// objective at each configuration, in the objective's units. Throws Error(InvalidArgument) when the trials
/// tell nothing about models, saying why.
std::vector<double> expected_values(const Study& study, std::span<const Trial> trials,
                                    const StudyModel& model, std::size_t objective,
                                    std::span<const Configuration> configurations, int max_points = 400);

/// What a model expects of an objective at a configuration, in the objective's units.
struct ExpectedValue {
  double mean = 0.0;  ///< the median
  double low = 0.0;   ///< of the 95 % interval of that, without the noise of a single value
  double high = 0.0;
};

/// Of each configuration; nothing when there is no noise to speak of in the objective, or no model: then
/// values say it themselves. Learns from a part of many trials.
std::optional<std::vector<ExpectedValue>> expected_of_noisy(const Study& study, std::span<const Trial> trials,
                                                            const StudyModel& model, std::size_t objective,
                                                            std::span<const Configuration> configurations);

/// With noise, the trial of the best value is the luckiest one; the best configuration is the one of which
/// the model expects most.
struct PredictedBest {
  std::int64_t trial = 0;  ///< the first of those that ran it
  Configuration configuration;
  double mean = 0.0;  ///< the median that the model expects of it, in the objective's units
  double low = 0.0;   ///< of the 95 % interval of that, without the noise of a single value
  double high = 0.0;
  double noise =
      0.0;  ///< standard deviation of single values there: half of what a deviation both ways spans
};

/// Among the configurations of trials that may be the best, of the first objective; nothing when there is no
/// noise to speak of (equal settings gave equal values, or the model explains the values without it), or no
/// model. Learns from a part of many trials: a person waits for it.
std::optional<PredictedBest> predicted_best(const Study& study, std::span<const Trial> trials,
                                            const StudyModel& model);

}  // namespace hone::analysis
