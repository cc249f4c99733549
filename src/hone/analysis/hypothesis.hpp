// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

// Tests of what a Gaussian process assumes: the same noise everywhere, and nothing gained by another model.
namespace hone::analysis {

/// Repeated measurements, one list for each place at which they were made.
using Groups = std::vector<std::vector<double>>;

struct HypothesisTest {
  double statistic = 0.0;
  double p = 1.0;  ///< probability of a statistic as large as this one if the hypothesis holds
};

/// Where the deviations of a group are measured from.
enum class Centre {
  Mean,    ///< Levene (1960), as in the HEBO paper
  Median,  ///< Brown & Forsythe (1974): keeps its level when the noise is skewed or has heavy tails
};

/// Levene's test of equal variances: an analysis of variance of the distances from the centre, F with k - 1
/// and N - k degrees of freedom. Nothing when the statistic does not exist: fewer than two groups, an empty
/// one, or no group whose distances differ, as with one or two values in each. Equals scipy.stats.levene.
std::optional<HypothesisTest> levene(const Groups& groups, Centre centre);

/// The Fligner-Killeen test of equal variances, by normal scores of the ranks of distances from the medians,
/// ties sharing their mean rank; chi-squared with k - 1 degrees of freedom. Robust to outliers. Nothing as
/// above, or when all distances are equal. Equals scipy.stats.fligner.
std::optional<HypothesisTest> fligner_killeen(const Groups& groups);

/// Student's test of paired differences against a mean of 0.
struct PairedTest {
  int pairs = 0;
  double mean = 0.0;
  double t = 0.0;  ///< infinite when all differences are equal and not 0
  double p_two_sided = 1.0;
  double p_greater = 1.0;  ///< against a mean above 0
};

/// `overlap` is 0 for independent differences, which equals scipy.stats.ttest_rel. Differences between random
/// splits of the same data are not independent and would look too sure: with n2 values held out and n1
/// learned from, overlap = n2 / n1 makes the variance of the mean s² (1 / pairs + overlap) (Nadeau & Bengio
/// 2003). Nothing with fewer than two differences, or some that are not finite.
std::optional<PairedTest> paired_t(std::span<const double> differences, double overlap = 0.0);

/// Ranks from 1, the least first; equal values share the mean of their ranks.
std::vector<double> mean_ranks(std::span<const double> values);

/// Pearson's correlation; 0 when one side is constant. Of ranks it is Spearman's.
double correlation(std::span<const double> a, std::span<const double> b);

}  // namespace hone::analysis
