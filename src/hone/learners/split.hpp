// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hone/learners/sorted_columns.hpp"

namespace hone::learners {

/// Slope and curvature of a loss at one row, or their sum over several. Private to learners.
struct Slope {
  double gradient = 0.0;
  double hessian = 0.0;

  Slope operator+(const Slope& other) const { return {gradient + other.gradient, hessian + other.hessian}; }
  Slope operator-(const Slope& other) const { return {gradient - other.gradient, hessian - other.hessian}; }
  Slope& operator+=(const Slope& other) { return *this = *this + other; }
};

/// What a split must keep.
struct SplitRule {
  double lambda = 1.0;       ///< ridge penalty of leaf values
  double min_weight = 1.0;   ///< least sum of curvatures in a child
  std::size_t min_rows = 1;  ///< least number of rows in a child
  /// Of the rows that have a number, the least share on each side of a threshold, at most 1/2, or the nearest
  /// to it that equal numbers leave. Where a column tells nothing, the best threshold of all lies near an
  /// end: the mean of few rows is the wildest (Ishwaran 2015: end-cut preference). A share keeps noise from
  /// chipping strips off the ends (Wager and Athey 2018: α-regular trees).
  double min_share = 0.0;

  /// Twice what a leaf with these sums can take off the loss: G² / (H + λ).
  double worth(const Slope& sum) const { return sum.gradient * sum.gradient / (sum.hessian + lambda); }
  bool allows(const Slope& child, std::size_t rows) const {
    return rows >= min_rows && child.hessian >= min_weight && child.hessian + lambda > 0.0;
  }
};

/// The best way found so far to part the rows of a node.
struct Split {
  double gain = 0.0;  ///< worth(left) + worth(right) - worth(both)
  std::size_t column = 0;
  std::uint32_t rank = 0;                        ///< of a number: the largest that goes to the left
  std::uint32_t next = SortedColumns::kMissing;  ///< of a number: the least that goes to the right, if any
  std::vector<std::uint32_t> left_categories = {};
  bool missing_left = false;
  Slope left = {};
};

/// Looks at every way to part a node by one column, exactly: numbers between any two neighbours, categories
/// in the order of their slope (for a convex loss one of those is the best of all subsets, Fisher 1958), and
/// those that lack the coordinate on either side (Chen and Guestrin 2016, section 3.4). Private to learners.
class SplitSearch {
 public:
  /// Takes the best of all columns that it is given, the first of equals; memory is used again.
  SplitSearch(const SortedColumns& sorted, SplitRule rule);

  void begin(const Slope& all, std::size_t rows, double least_gain);
  /// `entries` are those of the node, sorted; `slopes` are of all rows.
  void look(std::size_t column, std::span<const SortedColumns::Entry> entries, std::span<const Slope> slopes);
  bool found() const noexcept { return found_; }
  const Split& best() const noexcept { return best_; }

 private:
  using Entry = SortedColumns::Entry;
  struct Category {
    std::uint32_t rank;
    std::uint32_t rows;
    Slope sum;
  };

  void look_at_numbers(std::size_t column, std::span<const Entry> entries, std::span<const Slope> slopes);
  void look_at_categories(std::size_t column, std::span<const Entry> entries, std::span<const Slope> slopes);
  /// The places i such that entries up to i may go to the left, by the rule's share: a first one and the one
  /// past the last.
  std::pair<std::size_t, std::size_t> thresholds(std::span<const Entry> entries) const;
  /// Sums of the rows that lack the coordinate.
  void count_missing(std::span<const Entry> entries, std::span<const Slope> slopes);
  /// True when `left` (without the missing) is the left side of a better split; which sides are better for
  /// the missing is in `best_` then.
  bool improves(const Slope& left, std::size_t rows);
  bool improves(const Slope& left, std::size_t rows, bool missing_left);

  const SortedColumns& sorted_;
  SplitRule rule_;
  Slope all_;
  std::size_t rows_ = 0;
  double worth_ = 0.0;
  bool found_ = false;
  Split best_;
  Slope missing_;
  std::size_t missing_rows_ = 0;
  std::vector<Category> categories_;
};

}  // namespace hone::learners
