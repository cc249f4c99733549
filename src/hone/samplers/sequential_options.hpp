// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "hone/core/study.hpp"

namespace hone::samplers {

/// The most points of a stage that may be asked for.
inline constexpr std::int64_t kMostStageRuns = 2000;

/// What the options of `ud`, `sequd` and `seqrand` come to for a study: everything that decides where a
/// stage lies and how many points it has.
struct SequentialOptions {
  enum class Boxes {
    Whole,   ///< every stage covers the whole space
    Halved,  ///< each covers a box around the best points, half as wide as the one before
  };
  enum class Placement {
    Uniform,    ///< a uniform design together with what was run in the box
    Published,  ///< the same, searched for as the paper does (AugUD)
    Random,     ///< drawn anew
  };
  Boxes boxes = Boxes::Whole;
  Placement points = Placement::Uniform;
  int runs = 0;         ///< points of the first stage
  int later_runs = 0;   ///< points of each later one
  int levels = 0;       ///< of each coordinate in a stage; 0 for as many as it has points
  int zooms = 0;        ///< how often the box is halved, the whole space counted as the first
  int shots = 1;        ///< places zoomed into at a time
  int shot_stages = 0;  ///< in how many stages of zooming
  double hold = 1.0;    ///< how far the best point may move, in half widths, before the box keeps its width
  bool polish = false;  ///< begin a stage where a quadratic through the nearest results is lowest
  std::optional<std::int64_t> horizon = {};  ///< trials that are planned
};

/// Read from study.sampler.options; throw Error(InvalidOption) as OptionReader does. `dimensions`: of the
/// encoded space.
SequentialOptions read_ud_options(const Study& study, std::size_t dimensions);
SequentialOptions read_sequd_options(const Study& study, std::size_t dimensions);
SequentialOptions read_seqrand_options(const Study& study, std::size_t dimensions);

/// The same options as people are told of them.
OptionSpecs ud_options();
OptionSpecs sequd_options();
OptionSpecs seqrand_options();

}  // namespace hone::samplers
