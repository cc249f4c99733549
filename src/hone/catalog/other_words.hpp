// SPDX-License-Identifier: MIT
#pragma once

#include <string>

// What other tools call the methods that are here, too far from our names for a guess at a typing error.
namespace hone::catalog {

/// What to write instead of a sampler's name from elsewhere, such as "bayes"; empty when nothing is known.
std::string sampler_advice(const std::string& word);

/// The same of a pruner's, such as "hyperband".
std::string pruner_advice(const std::string& word);

}  // namespace hone::catalog
