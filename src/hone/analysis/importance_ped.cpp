// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_ped.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/analysis/importance_density.hpp"
#include "hone/base/cancellation.hpp"
#include "hone/base/error.hpp"
#include "hone/base/index.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"

namespace hone::analysis {
namespace {

constexpr int kBootstraps = 100;
// Of a column with more values: fine enough for what a kernel density can show.
constexpr std::int64_t kMostCells = 50;
constexpr std::uint32_t kNoCell = 0xFFFFFFFF;

/// The trials in the order of their values, and the cell of each in every column.
class RankedCells {
 public:
  explicit RankedCells(const ImportanceData& data)
      : order_(index(data.trials())), values_(order_.size()), columns_(data.space.columns()) {
    std::iota(order_.begin(), order_.end(), Eigen::Index{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Eigen::Index a, Eigen::Index b) { return data.values[a] < data.values[b]; });
    for (std::size_t i = 0; i < order_.size(); ++i) values_[i] = data.values[order_[i]];
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const model::Column& column = columns_[j];
      const bool own = !column.is_number() || (column.cells > 0 && column.cells <= kMostCells);
      counts_.push_back(index(own ? column.cells : kMostCells));
      cells_.emplace_back(order_.size());
      for (std::size_t i = 0; i < order_.size(); ++i) cells_[j][i] = cell_of(data.points, order_[i], j);
    }
  }

  std::size_t size() const noexcept { return order_.size(); }
  std::size_t dimensions() const noexcept { return columns_.size(); }
  Eigen::Index row(std::size_t rank) const { return order_[rank]; }

  /// How many of the first trials hold `share` of the weight, ties of the last one included, and at least
  /// `least` units of it.
  std::size_t first(double share, double least, std::span<const double> weights) const {
    const double wanted = std::max(least, std::ceil(share * static_cast<double>(size()) - 1e-9));
    double sum = 0.0;
    std::size_t count = 0;
    while (count < size() && sum < wanted) sum += weights[index(order_[count++])];
    while (count > 0 && count < size() && values_[count] == values_[count - 1]) ++count;
    return count;
  }

  /// How much weight each cell of a column has among the ranks [0, count).
  CellWeights weigh(std::size_t column, std::size_t count, std::span<const double> weights) const {
    CellWeights sums(counts_[column], 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      if (cells_[column][i] != kNoCell) sums[cells_[column][i]] += weights[index(order_[i])];
    }
    return sums;
  }

  double divergence(std::size_t column, std::size_t best, std::size_t all,
                    std::span<const double> weights) const {
    const CellWeights top = weigh(column, best, weights);
    const CellWeights rest = weigh(column, all, weights);
    double best_weight = 0.0;
    for (std::size_t i = 0; i < best; ++i) best_weight += weights[index(order_[i])];
    const double share = std::accumulate(top.begin(), top.end(), 0.0) / best_weight;
    const auto density = columns_[column].is_number() ? smooth_density : plain_density;
    return share * share * pearson_divergence(density(top), density(rest));
  }

 private:
  std::uint32_t cell_of(const model::Points& points, Eigen::Index row, std::size_t column) const {
    const auto j = static_cast<Eigen::Index>(column);
    if (!points.is_active(row, j)) return kNoCell;
    const double x = points.x(row, j);
    if (!columns_[column].is_number()) return static_cast<std::uint32_t>(x);
    const auto cells = static_cast<double>(counts_[column]);
    return static_cast<std::uint32_t>(std::min(std::floor(x * cells), cells - 1.0));
  }

  std::vector<Eigen::Index> order_;
  std::vector<double> values_;  // in that order
  model::Columns columns_;
  std::vector<std::size_t> counts_;                // cells of each column
  std::vector<std::vector<std::uint32_t>> cells_;  // by column and rank
};

std::vector<double> divergences(const RankedCells& cells, double quantile, double within,
                                std::span<const double> weights) {
  const std::size_t best = cells.first(quantile, static_cast<double>(kLeastBest), weights);
  const std::size_t all = std::max(best, cells.first(within, 0.0, weights));
  std::vector<double> out;
  for (std::size_t j = 0; j < cells.dimensions(); ++j) out.push_back(cells.divergence(j, best, all, weights));
  return out;
}

std::vector<double> normalised(std::vector<double> values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value = sum > 0.0 ? value / sum : 0.0;
  return values;
}

void check_shares(double quantile, double within) {
  if (!(quantile > 0.0 && quantile < 1.0)) {
    throw Error(ErrorCode::InvalidArgument, text("the quantile of the best trials is ", quantile),
                "give a share between 0 and 1, such as 0.1");
  }
  if (!(within > quantile && within <= 1.0)) {
    throw Error(ErrorCode::InvalidArgument,
                text("the best ", quantile, " cannot be compared with the best ", within),
                "compare with a larger share, at most 1 for all trials");
  }
}

void check_sizes(std::size_t best, std::size_t all, double quantile) {
  if (best < all) return;
  throw Error(ErrorCode::InvalidArgument,
              text("the best ", quantile, " of the trials and those to compare them with are the same ", all),
              "many values are equal, or there are too few trials: choose another share, or run more");
}

}  // namespace

std::vector<double> ped_divergences(const ImportanceData& data, double quantile, double within,
                                    std::span<const double> weights) {
  check_shares(quantile, within);
  return divergences(RankedCells(data), quantile, within, weights);
}

PedShares ped_anova(const ImportanceData& data, double quantile, double within, std::uint64_t seed) {
  check_shares(quantile, within);
  const RankedCells cells(data);
  std::vector<double> weights(cells.size(), 1.0);
  PedShares out;
  const std::size_t best = cells.first(quantile, static_cast<double>(kLeastBest), weights);
  const std::size_t all = cells.first(within, 0.0, weights);
  check_sizes(best, all, quantile);
  out.best = static_cast<std::int64_t>(best);
  out.compared = static_cast<std::int64_t>(all);
  out.importance = normalised(divergences(cells, quantile, within, weights));
  Rng rng(seed);
  std::vector<std::vector<double>> samples;
  for (int s = 0; s < kBootstraps; ++s) {
    check_cancelled();
    std::fill(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[rng.below(weights.size())] += 1.0;
    samples.push_back(normalised(divergences(cells, quantile, within, weights)));
  }
  for (const Share& share : shares_of(samples)) out.deviation.push_back(share.deviation);
  return out;
}

}  // namespace hone::analysis
