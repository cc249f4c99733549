// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/designs/points.hpp"
#include "hone/designs/uniform_design.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::layouts {

/// What is left of a uniform design where constraints forbid a part of the cube.
struct AllowedDesign {
  designs::Design design;  ///< existing runs, then the new ones that the space allows
  int searched = 0;        ///< runs of the design that was searched, forbidden ones included
  double value = 0.0;      ///< of the criterion, for that design
};

/// Adds runs that the space allows: lays out so many over the whole cube that enough of them are allowed, and
/// keeps those; of some too many, the ones that crowd most go. An evenly filled cube leaves any part of it
/// evenly filled. The levels are as many as runs were searched unless given. Throws Error(Unsatisfiable) when
/// nothing or too little of the space is allowed, and as augment() does.
AllowedDesign augment_allowed(const encode::Encoding& encoding, const designs::DesignPoints& existing,
                              int added_runs, std::optional<int> levels,
                              designs::DesignSearchOptions options);

}  // namespace hone::layouts
