// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "hone/core/space.hpp"
#include "hone/core/trial.hpp"

// A program that chooses settings itself, as an objective does that defines its space while it runs, may use
// another value than was proposed, or one of a parameter that was unknown when the trial was handed out.
namespace hone {

/// Attributes of this beginning say which value of a parameter a trial used: "param:dropout".
inline constexpr std::string_view kUsedValue = "param:";

/// The attribute that names, with commas between, parameters whose proposed values a trial did not look at.
inline constexpr std::string_view kUnusedValues = "unused_params";

/// Puts the used values into the configuration of a trial that is over this space, so that everybody learns
/// from what was measured. One that its parameter cannot have is left where it is. What was not looked at is
/// taken out where a trial may lack it (Parameter::optional): nobody is shown it, and no model counts it.
void take_used_values(const Space& space, Trial& trial);

}  // namespace hone
