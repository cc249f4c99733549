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

/// What is known of a method's results: enough to compare with results of which only this was published.
struct Sample {
  double mean = 0.0;
  double deviation = 0.0;
  int size = 0;
};
Sample sample_of(std::span<const double> values);

/// Welch's test of equal means, two-sided: the probability of a difference as large as this one, of which
/// `slack` counts as none. With the slack 0 it equals scipy.stats.ttest_ind_from_stats(equal_var=False). 1
/// when a side has fewer than two values; without any spread, 0 or 1 as the means differ by more than the
/// slack or not.
double welch_p(const Sample& a, const Sample& b, double slack = 0.0);

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
