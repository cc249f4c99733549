// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hone/designs/level_box.hpp"
#include "hone/samplers/placed_trials.hpp"
#include "hone/samplers/sequential_options.hpp"
#include "hone/samplers/stages.hpp"

namespace hone::samplers {

/// Where the points of one stage lie: each with the box that it belongs to.
struct StageLayout {
  std::vector<designs::LevelBox> boxes = {};
  std::vector<std::vector<double>> points = {};
  std::vector<std::size_t> box_of = {};
};

/// The boxes of a stage, one around each of its centres; the whole space when it has none.
std::vector<designs::LevelBox> stage_boxes(const Stage& stage, const ProposedTrials& known);

/// The points of a stage, shared evenly by its boxes. Depends on nothing but the stage, the seed of the study
/// and the trials with smaller numbers than its first.
StageLayout lay_out(const Stage& stage, const ProposedTrials& known, SequentialOptions::Placement points,
                    std::uint64_t study_seed);

/// Where a quadratic through the results around the first centre of a stage is lowest, in its box and half a
/// width beyond it. Empty when there are too few results to tell.
std::vector<double> quadratic_point(const Stage& stage, const StageLayout& layout,
                                    const ProposedTrials& known, Direction direction);

}  // namespace hone::samplers
