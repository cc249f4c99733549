// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace hone::quality {

double mean(std::span<const double> values);
/// With n - 1 in the denominator; 0 for a single value.
double deviation(std::span<const double> values);
double median(std::vector<double> values);

/// Half the width of the 95 % confidence interval of the mean (Student's t); 0 for a single value.
double half_width95(std::span<const double> values);

/// Wilcoxon's signed-rank test of paired differences against a distribution symmetric around 0, two-sided.
struct Wilcoxon {
  int pairs = 0;      ///< differences that are not 0; the others are left out
  double plus = 0.0;  ///< sum of the ranks of the positive ones; equal sizes share their mean rank
  double p = 1.0;     ///< exact for up to 50 pairs, ties or not; else normal with a correction for ties
};
/// A NaN (both sides infinite) counts as 0.
Wilcoxon wilcoxon(std::span<const double> differences);

/// The least p that the test can give for so many pairs: with 5 it is 0.0625, so that nothing is ever
/// significant at 5 %.
double least_p(int pairs);

}  // namespace hone::quality
