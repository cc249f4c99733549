// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/search/search_space.hpp"
#include "hone/transfer/base_models.hpp"

namespace hone::transfer {

/// What the sources have tried, as far as the space allows it, each once: every source's best, then every
/// one's second best, and so on; at most 2,000.
std::vector<Configuration> tried_by_sources(const std::vector<BaseData>& sources, const Space& space);

/// Adds what so many random draws give that is not there yet.
void add_random(std::vector<Configuration>& to, const search::SearchSpace& space, std::size_t draws,
                Rng& rng);

/// Configurations worth trying before anything is known about the target, the best first: greedily, each is
/// the one with which the least that the sources' models expect of those chosen so far becomes lowest, as a
/// mean over the sources. Feurer et al., appendix E; models are standardised, so that no range has to be
/// known. The candidates are those of tried_by_sources() or, where the space allows none of them, its own.
/// Ties are broken by the seed.
///
/// May end before `count`: when nothing is left that was tried anywhere.
std::vector<Configuration> learned_start(const std::vector<BaseData>& sources,
                                         const std::vector<BaseModel>& models,
                                         const search::SearchSpace& space, int count, std::uint64_t seed);

}  // namespace hone::transfer
