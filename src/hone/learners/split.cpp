// SPDX-License-Identifier: MIT
#include "hone/learners/split.hpp"

#include <algorithm>
#include <cmath>

namespace hone::learners {

SplitSearch::SplitSearch(const SortedColumns& sorted, SplitRule rule) : sorted_(sorted), rule_(rule) {
  std::int64_t most = 0;
  for (const model::Column& column : sorted.columns()) most = std::max(most, column.cells);
  categories_.reserve(std::min(static_cast<std::size_t>(most), sorted.rows()));
}

void SplitSearch::begin(const Slope& all, std::size_t rows, double least_gain) {
  all_ = all;
  rows_ = rows;
  worth_ = rule_.worth(all);
  found_ = false;
  best_.gain = least_gain;
}

void SplitSearch::look(std::size_t column, std::span<const Entry> entries, std::span<const Slope> slopes) {
  count_missing(entries, slopes);
  const auto present = entries.first(entries.size() - missing_rows_);
  if (present.empty()) return;
  if (sorted_.columns()[column].is_number()) {
    look_at_numbers(column, present, slopes);
  } else {
    look_at_categories(column, present, slopes);
  }
}

void SplitSearch::count_missing(std::span<const Entry> entries, std::span<const Slope> slopes) {
  missing_ = {};
  missing_rows_ = 0;
  for (auto entry = entries.rbegin(); entry != entries.rend() && entry->rank == SortedColumns::kMissing;
       ++entry, ++missing_rows_)
    missing_ += slopes[entry->row];
}

bool SplitSearch::improves(const Slope& left, std::size_t rows, bool missing_left) {
  const Slope right = all_ - left;
  if (!rule_.allows(left, rows) || !rule_.allows(right, rows_ - rows)) return false;
  // Sides and threshold multiplied by both weights: this line is where the time goes, and a division costs
  // more than all the rest of it.
  const double left_weight = left.hessian + rule_.lambda;
  const double right_weight = right.hessian + rule_.lambda;
  const double both = left_weight * right_weight;
  const double worth =
      left.gradient * left.gradient * right_weight + right.gradient * right.gradient * left_weight;
  if (!(worth > (best_.gain + worth_) * both)) return false;
  const double gain = worth / both - worth_;
  if (!(gain > best_.gain)) return false;
  found_ = true;
  best_.gain = gain;
  best_.left = left;
  best_.missing_left = missing_left;
  return true;
}

bool SplitSearch::improves(const Slope& left, std::size_t rows) {
  if (missing_rows_ == 0) {
    // Nothing is known of points without the coordinate: they go with the heavier side.
    return improves(left, rows, 2.0 * left.hessian > all_.hessian);
  }
  const bool right = improves(left, rows, false);
  return improves(left + missing_, rows + missing_rows_, true) || right;
}

std::pair<std::size_t, std::size_t> SplitSearch::thresholds(std::span<const Entry> entries) const {
  const std::size_t rows = entries.size();
  if (!(rule_.min_share > 0.0)) return {0, rows - 1};
  const auto wanted = static_cast<std::size_t>(std::ceil(rule_.min_share * static_cast<double>(rows)));
  const std::size_t least = std::clamp<std::size_t>(wanted, 1, (rows + 1) / 2);
  const std::size_t first = least - 1;
  const std::size_t end = rows - least;
  if (entries[first].rank != entries[end].rank) return {first, end};
  // All numbers between are equal: the ends of those, which lie farther out.
  // Not equal_range, whose subrange clang 14 cannot compile with GCC's library.
  const auto rank = entries[first].rank;
  const auto begin =
      static_cast<std::size_t>(std::ranges::lower_bound(entries, rank, {}, &Entry::rank) - entries.begin());
  const auto past =
      static_cast<std::size_t>(std::ranges::upper_bound(entries, rank, {}, &Entry::rank) - entries.begin());
  return {begin > 0 ? begin - 1 : 0, std::min(past, rows - 1)};
}

void SplitSearch::look_at_numbers(std::size_t column, std::span<const Entry> entries,
                                  std::span<const Slope> slopes) {
  Slope left;
  const std::size_t last = entries.size() - 1;
  const auto [first, end] = thresholds(entries);
  for (std::size_t i = 0; i < last; ++i) {
    left += slopes[entries[i].row];
    if (i < first || i >= end || entries[i].rank == entries[i + 1].rank || !improves(left, i + 1)) continue;
    best_.column = column;
    best_.rank = entries[i].rank;
    best_.next = entries[i + 1].rank;
  }
  if (missing_rows_ == 0) return;
  // Those that have the coordinate on one side, the others on the other.
  left += slopes[entries[last].row];
  if (!improves(left, entries.size(), false)) return;
  best_.column = column;
  best_.rank = entries[last].rank;
  best_.next = SortedColumns::kMissing;
}

void SplitSearch::look_at_categories(std::size_t column, std::span<const Entry> entries,
                                     std::span<const Slope> slopes) {
  categories_.clear();
  for (const Entry& entry : entries) {
    if (categories_.empty() || categories_.back().rank != entry.rank)
      categories_.push_back({entry.rank, 0, {}});
    ++categories_.back().rows;
    categories_.back().sum += slopes[entry.row];
  }
  const auto steepness = [&](const Category& one) {
    return one.sum.gradient / (one.sum.hessian + rule_.lambda);
  };
  std::sort(categories_.begin(), categories_.end(), [&](const Category& a, const Category& b) {
    return steepness(a) != steepness(b) ? steepness(a) < steepness(b) : a.rank < b.rank;
  });
  Slope left;
  std::size_t rows = 0;
  const std::size_t ends = categories_.size() - (missing_rows_ == 0 ? 1 : 0);
  for (std::size_t i = 0; i < ends; ++i) {
    left += categories_[i].sum;
    rows += categories_[i].rows;
    const bool all_present = i + 1 == categories_.size();
    if (!(all_present ? improves(left, rows, false) : improves(left, rows))) continue;
    best_.column = column;
    best_.left_categories.clear();
    for (std::size_t k = 0; k <= i; ++k) best_.left_categories.push_back(categories_[k].rank);
  }
}

}  // namespace hone::learners
