// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hone/acquisition/feasibility.hpp"
#include "hone/core/trial.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// A Gaussian process for each of a study's limits on outcomes (constraints_on), of by how much trials are
/// beyond it (Trial::excess), learned from the trials that report it and transformed as objectives are, which
/// takes the bound 0 along. Trials that failed, or that do not report it, say nothing about it. A limit that
/// no trial reports has no model.
std::vector<acquisition::ModelledLimit> learn_limits(std::span<const Trial> history,
                                                     const search::SearchSpace& space, std::uint64_t seed);

/// True for a trial that ended without a result, since what it was to run cannot be run or did not end well.
bool broke(const Trial& trial);

/// That a trial ends with a result, as one more limit: a Gaussian process of 1 where a trial broke and -1
/// where it did not, kept at most 0. Where trials break by chance it learns that as noise, and hardly
/// anything is avoided. Nothing when none broke.
std::optional<acquisition::ModelledLimit> learn_success(std::span<const Trial> history,
                                                        const search::SearchSpace& space, std::uint64_t seed);

}  // namespace hone::samplers
