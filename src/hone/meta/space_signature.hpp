// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/core/space.hpp"

namespace hone::meta {

/// What a network's inputs depend on, a line for each parameter that varies: name, kind, range, scale,
/// choices and conditions, such as "lr: float 1e-05 to 0.1 log". Constraints and pools do not matter: they
/// say what may be proposed, not what a point means.
std::vector<std::string> space_signature(const Space& space);

/// How a study's space differs from the one that something was learned on, as "'lr: float 0.001 to 1' is new,
/// 'momentum: float 0 to 1' is missing"; empty when it does not.
std::string signature_difference(const std::vector<std::string>& learned_on,
                                 const std::vector<std::string>& wanted);

}  // namespace hone::meta
