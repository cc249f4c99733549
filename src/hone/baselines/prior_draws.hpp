// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hone/baselines/network_prior.hpp"
#include "hone/search/search_space.hpp"
#include "hone/transfer/base_models.hpp"

namespace hone::baselines {

/// Configurations worth trying before anything is known about the target: for each, a value of every
/// candidate is drawn from the prior, independently, and the candidate with the lowest is taken; none twice.
/// The candidates are the whole space where it is small, otherwise 2,000 drawn at random and up to 2,000 that
/// the sources have tried. May end before `count`, when there are fewer candidates.
std::vector<Configuration> prior_draws(const NetworkPrior& prior,
                                       const std::vector<transfer::BaseData>& sources,
                                       const search::SearchSpace& space, int count, std::uint64_t seed);

}  // namespace hone::baselines
