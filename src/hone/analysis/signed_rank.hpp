// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

namespace hone::analysis {

/// Wilcoxon's signed-rank test of paired differences: the probability, if their distribution were symmetric
/// about 0, of a sum of the ranks of positive differences as large as this one (one-sided, against
/// differences above 0). Ranks are those of the absolute differences, ties sharing their mean; a difference
/// of 0 keeps its rank and gives half of it to either side (Pratt 1959, split). Given the ranks the
/// probability is exact up to 100 differences, beyond that from the normal distribution with the same mean
/// and variance. Nothing without differences, or when one is not a number. Wilcoxon (1945); equals
/// scipy.stats.wilcoxon(method="exact") where there are neither ties nor zeros.
std::optional<double> signed_rank_p(std::span<const double> differences);

}  // namespace hone::analysis
