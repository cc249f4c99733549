// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/acquisition/acquisition.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/search/region.hpp"
#include "hone/search/search_space.hpp"

namespace hone::search {

struct ClimbOptions {
  Region region = {};
  /// What the way may end at, among what the space allows; everything when there is none.
  encode::Wanted wanted = nullptr;
  /// Of L-BFGS-B each time, and of single coordinates where nothing is continuous.
  int steps = 12;
};

struct Summit {
  Configuration configuration;
  model::Points point;  ///< one row
  double gain;          ///< by how much the score is below that of the start, > 0
};

/// Follows a single score, without chance, to where it is least nearby. In turns: the continuous parameters
/// all at once, by L-BFGS-B with the acquisition's gradients if it has any, inside the region; then one of
/// the other parameters, the one that gains most, to the next value, to one further away, or to another
/// category. `start` is one point. Nothing when there is no better place.
std::optional<Summit> climb(const SearchSpace& space, const acquisition::Acquisition& score,
                            const model::Points& start, const ClimbOptions& options = {});

}  // namespace hone::search
