// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_fanova.hpp"

#include <algorithm>
#include <cmath>

#include "hone/analysis/importance_variance.hpp"
#include "hone/base/cancellation.hpp"
#include "hone/base/error.hpp"

namespace hone::analysis {
namespace {

constexpr std::int64_t kMostTrees = 64;
constexpr std::int64_t kFewestTrees = 16;
// Of all trees together, about.
constexpr std::int64_t kGrownRows = 160'000;
// Of a tree at most about so many: finer ones cost time and add what is noise.
constexpr std::int64_t kLeaves = 2000;
constexpr std::int64_t kConditionalLeaves = 1000;
// Of the rows on each side of a threshold. Without it noise at the ends of the columns hides what two of them
// do only together, and passes for an effect of one.
constexpr double kShare = 0.1;

std::vector<double> divided(std::vector<double> values, double by) {
  for (double& value : values) value /= by;
  return values;
}

}  // namespace

learners::ForestOptions importance_forest(std::int64_t trials, bool conditional) {
  const std::int64_t leaves = conditional ? kConditionalLeaves : kLeaves;
  return {.trees = static_cast<int>(
              std::clamp(kGrownRows / std::max<std::int64_t>(trials, 1), kFewestTrees, kMostTrees)),
          .depth = 100,
          .min_rows = static_cast<int>(std::max<std::int64_t>(3, trials / leaves)),
          .min_share = kShare,
          .column_share = 1.0,
          .draw_thresholds = false,
          .out_of_bag = true};
}

std::vector<Share> shares_of(const std::vector<std::vector<double>>& rows) {
  std::vector<Share> shares(rows.empty() ? 0 : rows[0].size());
  const auto n = static_cast<double>(rows.size());
  for (std::size_t j = 0; j < shares.size(); ++j) {
    for (const auto& row : rows) shares[j].mean += row[j] / n;
    double squares = 0.0;
    for (const auto& row : rows) squares += (row[j] - shares[j].mean) * (row[j] - shares[j].mean);
    shares[j].deviation = n > 1.0 ? std::sqrt(squares / (n - 1.0)) : 0.0;
  }
  return shares;
}

FanovaShares fanova(const ImportanceData& data, bool pairs, std::uint64_t seed) {
  const learners::Labels labels{data.values, Eigen::VectorXd::Ones(data.values.size())};
  const auto forest =
      learners::RandomForest::fit(data.space.columns(), data.points, labels,
                                  importance_forest(data.trials(), data.points.active.size() > 0), seed);
  std::vector<std::vector<double>> single;
  std::vector<std::vector<double>> pair;
  std::vector<double> values;
  for (std::size_t t = 0; t < forest.trees().size(); ++t) {
    check_cancelled();
    const learners::Tree& tree = forest.trees()[t];
    values.resize(tree.nodes.size());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = forest.leaf_mean(t, k);
    const Variances parts = variances(LeafBoxes(data.space, tree, values), pairs);
    if (!(parts.total > 0.0)) continue;
    single.push_back(divided(parts.single, parts.total));
    pair.push_back(divided(parts.pair, parts.total));
  }
  if (single.empty()) {
    throw Error(ErrorCode::InvalidArgument, "no parameter parts the trials into better and worse ones",
                "run more trials, or ask for --method ped-anova");
  }
  return {shares_of(single), shares_of(pair), forest.explained()};
}

}  // namespace hone::analysis
