// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/core/trial.hpp"

namespace hone::samplers {

/// The trials that a model should learn from where some lack an optional parameter (Parameter::optional). A
/// model places those somewhere between its values, which is better than to know nothing and worse than what
/// was measured: with few length-scales a process may conclude from the first trials that the parameter does
/// not matter, and stay there. So they are left out as soon as twice as many complete trials as parameters
/// have all of theirs, or as many as lack some. `kept` holds the selection where it is one.
std::span<const Trial> informed_trials(std::span<const Trial> history, const Space& space,
                                       std::vector<Trial>& kept);

}  // namespace hone::samplers
