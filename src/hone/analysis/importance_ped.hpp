// SPDX-License-Identifier: MIT
#pragma once

#include "hone/analysis/importance_data.hpp"
#include "hone/analysis/importance_fanova.hpp"

namespace hone::analysis {

struct PedShares {
  std::vector<double> importance;  ///< of each column; they add up to 1
  std::vector<double> deviation;   ///< over bootstrap samples of the trials
  std::int64_t best = 0;           ///< trials that count as the best
  std::int64_t compared = 0;       ///< trials that they are compared with, the best included
};

/// Fewer trials do not make a density.
inline constexpr std::int64_t kLeastBest = 5;

/// PED-ANOVA (Watanabe, Bansal and Hutter 2023). "Is this trial one of the best?" is a function of 0 and 1
/// whose main effects need no model: given x_d, its expectation is proportional to p(x_d | best) / p(x_d |
/// all), so that the variance that parameter d explains is proportional to the Pearson divergence of the two
/// densities. Values equal to the last of the best count as best too; there are always kLeastBest.
///
/// A parameter that does not exist in all trials is judged by those that have it, and its divergence counts
/// with the square of their share among the best: what its coordinate explains of all trials, given that it
/// changes nothing where the parameter does not exist. What its existence explains is the parent's.
///
/// Throws Error(InvalidArgument) for shares out of their range, and when so many trials are equal that none
/// is left to compare with.
PedShares ped_anova(const ImportanceData& data, double quantile, double within, std::uint64_t seed);

/// The divergences themselves, in the order of the columns, with weights for the trials (all 1, or how often
/// a bootstrap sample has each).
std::vector<double> ped_divergences(const ImportanceData& data, double quantile, double within,
                                    std::span<const double> weights);

}  // namespace hone::analysis
