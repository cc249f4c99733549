// SPDX-License-Identifier: MIT
#pragma once

#include "hone/analysis/importance_data.hpp"
#include "hone/learners/random_forest.hpp"

namespace hone::analysis {

/// The forest that is taken apart: trees that see all columns, so that none is asked about an unimportant one
/// for want of others, and each on a bootstrap sample, so that they differ as much as other trials would make
/// them differ. Long studies have fewer trees, which agree the better, and larger leaves, still larger ones
/// where parameters have conditions (a leaf is up to twice as many boxes for each parent), so that somebody
/// can wait for the answer: 64 trees up to 2,500 trials and 16 from 10,000 on; leaves of at least three rows,
/// and of four or more from 8,000 trials on, with conditions from 4,000.
learners::ForestOptions importance_forest(std::int64_t trials, bool conditional);

/// A share of the variance: its mean over trees, and the deviation between them.
struct Share {
  double mean = 0.0;
  double deviation = 0.0;
};

struct FanovaShares {
  std::vector<Share> single;             ///< of each column
  std::vector<Share> pair;               ///< in the order of Variances::pair; empty unless asked for
  std::optional<double> explained = {};  ///< RandomForest::explained()
};

/// Takes each tree apart and divides its variances by its total. Trees without a split have no opinion.
/// Throws Error(InvalidArgument) when no tree has one.
FanovaShares fanova(const ImportanceData& data, bool pairs, std::uint64_t seed);

/// Mean and standard deviation (with n - 1) of each column of `rows`, which are equally long.
std::vector<Share> shares_of(const std::vector<std::vector<double>>& rows);

}  // namespace hone::analysis
