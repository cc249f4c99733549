// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "bench/quality/problem.hpp"
#include "bench/quality/sequd/augmentation_study.hpp"
#include "bench/quality/sequd/score_table.hpp"
#include "hone/plot/chart.hpp"

// The figures of the paper, by what they show and with their number there.
namespace hone::quality::sequd {

/// Figure 2: 20 points of the unit square by a grid, at random, of a Sobol sequence, and as a uniform design.
plot::Figure designs_figure(std::uint64_t seed);

/// Figure 5: 15 points added to 5, at random, as a uniform design of their own, and to fill up.
plot::Figure augmentation_figure(std::uint64_t seed);

/// Figure 6: the first two stages of SeqUD on a function of two parameters, and the box of the second.
plot::Figure stages_figure(const Problem& problem, std::uint64_t seed);

/// Figures 7 and 8: a function of two parameters from above, in place of the surface in three dimensions, and
/// what SeqUD evaluated, as published and with the defaults. What is minimised is shown upside down.
plot::Figure search_figure(const Problem& problem, std::uint64_t seed, int runs);

/// Figures 10 and 11: box plots of the ranks on the functions, methods in the order of their mean rank; those
/// that the paper printed, when `published` has any; and the mean ranks of the sequential methods as runs go
/// on.
plot::Figure ranks_figure(const std::map<RunKey, Run>& runs, const std::vector<std::string>& functions,
                          const std::vector<Entrant>& entrants, const RunSetting& setting,
                          const ScoreTable& published);

/// Figure 4: how much lower than after random augmentation the discrepancy is, and what that costs.
plot::Figure augmentation_study_figure(const AugmentationStudy& study);

}  // namespace hone::quality::sequd
