// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/analysis/hypothesis.hpp"

namespace hone::analysis {

/// What repeated evaluations say about the noise of an objective.
enum class NoiseVerdict {
  Unknown,  ///< fewer than two places with three values or more
  None,     ///< every repeat gave the same value
  Even,     ///< no sign that it differs between places
  Uneven,   ///< heteroscedastic: it differs
};

/// Tests of the same hypothesis differ; one alone is a hint, not more.
inline constexpr double kSignificant = 0.05;

struct NoiseCheck {
  NoiseVerdict verdict = NoiseVerdict::Unknown;
  std::optional<HypothesisTest> levene_mean;
  std::optional<HypothesisTest> levene_median;
  std::optional<HypothesisTest> fligner_killeen;
  std::vector<double> means;       ///< of each group
  std::vector<double> deviations;  ///< with n - 1
  double pooled = 0.0;             ///< the root of the mean variance, by degrees of freedom
  /// Rank correlation of mean and deviation: near 1 when large values are noisier.
  double growth = 0.0;
};

/// The number of values that a place needs: two always lie equally far from their middle.
inline constexpr std::size_t kLeastRepeats = 3;

/// Groups with fewer than kLeastRepeats values must have been left out. The noise counts as uneven when one
/// of the two tests that stand heavy tails (Levene's around the median, Fligner and Killeen's) is significant
/// at half of 5 %, or both are at 5 %.
NoiseCheck check_noise(const Groups& groups);

}  // namespace hone::analysis
