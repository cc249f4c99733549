// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>

#include "hone/core/space.hpp"

namespace hone {

/// The environment variables in which a command finds the value of a parameter: HONE_PARAM_ and the name, as
/// it is written and in capitals, in which everything but letters and digits becomes "_".
std::array<std::string, 2> parameter_variables(const std::string& parameter);

/// Throws Error(InvalidSpace), naming both, when two parameters would share a variable, as "X" and "x" or
/// "a-b" and "a_b" would: a command would get the value of one for the other.
void check_parameter_variables(const Space& space);

}  // namespace hone
