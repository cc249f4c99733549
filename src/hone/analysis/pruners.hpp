// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/core/pruner.hpp"

namespace hone::analysis {

/// The pruner that a study file names: "median" or "asha". Throws Error(InvalidOption) for an unknown name,
/// or for an option that the pruner does not have or that is out of its range.
std::unique_ptr<Pruner> make_pruner(const Choice& choice);

/// The names make_pruner() knows, for help and messages.
std::vector<std::string> pruner_names();

}  // namespace hone::analysis
