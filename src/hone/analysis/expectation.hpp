// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace hone::analysis
