// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/learners/split.hpp"
#include "hone/learners/tree.hpp"

namespace hone::learners {

struct GrowOptions {
  int depth = 3;  ///< most questions on a way from the root to a leaf
  SplitRule rule = {};
  /// Least that a split must take off twice the loss.
  double min_gain = 1e-12;
  /// Share of the columns that a split looks at, drawn anew each time; all at 1.
  double column_share = 1.0;
  /// A threshold is drawn between its two neighbours instead of lying in the middle: many trees together are
  /// smoother then, and differ where there are no data.
  bool draw_thresholds = false;
};

/// Grows trees on the same points for one set of slopes after the other. A leaf takes the Newton step
///   value = -G / (H + λ),   G and H the sums of its rows' slopes,
/// so a tree for weighted squared loss with λ = 0 holds weighted means. Each tree costs O(depth n d); memory
/// is used again. Private to learners.
class TreeGrower {
 public:
  /// `sorted` must outlive the object.
  TreeGrower(const SortedColumns& sorted, GrowOptions options);

  /// Rows without any slope take no part. Chance is used only when the options want some.
  Tree grow(std::span<const Slope> slopes, Rng& rng);

  /// The leaf of each row in the tree grown last; -1 for rows that took no part.
  std::span<const std::int32_t> leaves() const noexcept { return leaves_; }

 private:
  using Entry = SortedColumns::Entry;
  struct Task {
    std::int32_t node;
    std::size_t begin, end;  // in each column of work_
    int depth;
    Slope sum;
  };

  std::span<Entry> part(std::size_t column, std::size_t begin, std::size_t end) {
    return {work_.data() + column * sorted_.rows() + begin, end - begin};
  }
  void take_rows(std::span<const Slope> slopes);
  bool find_split(const Task& task, std::span<const Slope> slopes, Rng& rng);
  void make_leaf(const Task& task, Tree& tree);
  void divide(const Task& task, Tree& tree, Rng& rng);
  void write_question(Tree::Node& node, Tree& tree, Rng& rng) const;
  void mark_sides(const Task& task, const Tree::Node& node, Tree& tree);
  std::size_t partition(const Task& task);

  const SortedColumns& sorted_;
  GrowOptions options_;
  SplitSearch search_;
  std::size_t taking_part_ = 0;
  std::vector<Entry> work_;   // as the sorted columns, but each node's rows together
  std::vector<Entry> spill_;  // of a partition
  std::vector<char> goes_left_;
  std::vector<std::int32_t> leaves_;
  std::vector<std::size_t> columns_;
  std::vector<Task> tasks_;
};

}  // namespace hone::learners
