// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/designs/design.hpp"

namespace hone::quality::sequd {

/// Runs of a design, drawn at random, and points drawn anew.
designs::Design some_runs(const designs::Design& design, int count, Rng& rng);
designs::DesignPoints random_points(int runs, int factors, Rng& rng);

/// Section 3.2.2 of the paper: five runs are taken at random from a uniform design U_n(n^s), and n - 5 are
/// added in several ways. All s = 2 ... 24 with all n = 8 ... 30, n > s + 5, at full size.
struct AugmentationOptions {
  int repeats = 10;
  int most_factors = 24;
  int most_runs = 30;
  int jobs = 1;  ///< designs at a time
};

/// The ways of adding runs, in the order of all results. Random first: the others are compared with it. The
/// last two know the runs that are there: augment() as it is by default, and with the search that the paper
/// describes.
const std::vector<std::string>& augmentation_ways();
inline constexpr std::size_t kFirstSearched = 3;  ///< from nested UD on a way takes time

/// Means over the repeats for one size.
struct AugmentationCell {
  int factors = 0;
  int runs = 0;
  std::vector<double> cd2 = {};      ///< [way], squared centred discrepancy of all runs together
  std::vector<double> seconds = {};  ///< [way], processor time
};
using AugmentationStudy = std::vector<AugmentationCell>;

/// Repeatable, but for the times; does not depend on the number of jobs.
AugmentationStudy study_augmentation(const AugmentationOptions& options);

/// What a way saves of the discrepancy after random augmentation, as a share of it.
double improvement(const AugmentationCell& cell, std::size_t way);

/// Means over the sizes with the same number of factors.
struct AugmentationMean {
  int factors = 0;
  std::vector<double> improvement = {};  ///< [way]
  std::vector<double> seconds = {};      ///< [way]
};
std::vector<AugmentationMean> by_factors(const AugmentationStudy& study);

/// A row for each size and way.
std::string augmentation_csv(const AugmentationStudy& study);

}  // namespace hone::quality::sequd
