// SPDX-License-Identifier: MIT
#include "hone/learners/tree_grower.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "hone/base/cancellation.hpp"
#include "hone/base/index.hpp"

namespace hone::learners {

TreeGrower::TreeGrower(const SortedColumns& sorted, GrowOptions options)
    : sorted_(sorted),
      options_(options),
      search_(sorted, options.rule),
      work_(sorted.columns().size() * sorted.rows()),
      spill_(sorted.rows()),
      goes_left_(sorted.rows()),
      leaves_(sorted.rows()),
      columns_(sorted.columns().size()) {
  std::iota(columns_.begin(), columns_.end(), std::size_t{0});
}

void TreeGrower::take_rows(std::span<const Slope> slopes) {
  const auto takes_part = [&](const Entry& entry) {
    return slopes[entry.row].hessian != 0.0 || slopes[entry.row].gradient != 0.0;
  };
  taking_part_ = 0;
  for (const std::size_t j : columns_) {
    const auto column = sorted_.column(j);
    Entry* const begin = work_.data() + j * sorted_.rows();
    taking_part_ = index(std::copy_if(column.begin(), column.end(), begin, takes_part) - begin);
  }
}

Tree TreeGrower::grow(std::span<const Slope> slopes, Rng& rng) {
  std::iota(columns_.begin(), columns_.end(), std::size_t{0});
  take_rows(slopes);
  std::fill(leaves_.begin(), leaves_.end(), -1);
  Tree tree;
  tree.nodes.emplace_back();
  const Slope all = std::accumulate(slopes.begin(), slopes.end(), Slope());
  tasks_.clear();
  tasks_.push_back({0, 0, taking_part_, 0, all});
  while (!tasks_.empty()) {
    check_cancelled();
    const Task task = tasks_.back();
    tasks_.pop_back();
    if (find_split(task, slopes, rng)) {
      divide(task, tree, rng);
    } else {
      make_leaf(task, tree);
    }
  }
  return tree;
}

bool TreeGrower::find_split(const Task& task, std::span<const Slope> slopes, Rng& rng) {
  const std::size_t rows = task.end - task.begin;
  if (task.depth >= options_.depth || rows < 2 * options_.rule.min_rows) return false;
  search_.begin(task.sum, rows, options_.min_gain);
  std::size_t count = columns_.size();
  if (options_.column_share < 1.0) {
    count = std::max<std::size_t>(1, index(std::llround(options_.column_share * static_cast<double>(count))));
    rng.shuffle(std::span(columns_));
  }
  // When none of those that were drawn can part the rows, others may.
  for (std::size_t i = 0; i < columns_.size() && (i < count || !search_.found()); ++i) {
    const std::size_t j = columns_[i];
    search_.look(j, part(j, task.begin, task.end), slopes);
  }
  return search_.found();
}

void TreeGrower::make_leaf(const Task& task, Tree& tree) {
  const double weight = task.sum.hessian + options_.rule.lambda;
  tree.nodes[index(task.node)].value = weight > 0.0 ? -task.sum.gradient / weight : 0.0;
  if (columns_.empty()) {
    std::fill(leaves_.begin(), leaves_.end(), task.node);
    return;
  }
  for (const Entry& entry : part(0, task.begin, task.end)) leaves_[entry.row] = task.node;
}

void TreeGrower::divide(const Task& task, Tree& tree, Rng& rng) {
  const auto left = static_cast<std::int32_t>(tree.nodes.size());
  tree.nodes.resize(tree.nodes.size() + 2);
  Tree::Node& node = tree.nodes[index(task.node)];
  node.left = left;
  write_question(node, tree, rng);
  mark_sides(task, node, tree);
  const Slope left_sum = search_.best().left;
  const std::size_t middle = partition(task);
  tasks_.push_back({left + 1, middle, task.end, task.depth + 1, task.sum - left_sum});
  tasks_.push_back({left, task.begin, middle, task.depth + 1, left_sum});
}

void TreeGrower::write_question(Tree::Node& node, Tree& tree, Rng& rng) const {
  const Split& split = search_.best();
  const model::Column& column = sorted_.columns()[split.column];
  node.column = static_cast<std::int32_t>(split.column);
  node.missing_left = split.missing_left;
  if (column.is_number()) {
    if (split.next == SortedColumns::kMissing) {
      node.threshold = std::numeric_limits<double>::infinity();
      return;
    }
    const double low = sorted_.value(split.column, split.rank);
    const double high = sorted_.value(split.column, split.next);
    const double share = options_.draw_thresholds ? rng.uniform() : 0.5;
    node.threshold = low + share * (high - low);
    if (!(node.threshold < high)) node.threshold = low;  // rounding must not part the rows otherwise
    return;
  }
  node.categories = static_cast<std::int32_t>(tree.sides.size());
  tree.sides.resize(tree.sides.size() + index(column.cells), Tree::Unknown);
}

void TreeGrower::mark_sides(const Task& task, const Tree::Node& node, Tree& tree) {
  const Split& split = search_.best();
  const auto entries = part(split.column, task.begin, task.end);
  if (node.categories < 0) {
    for (const Entry& entry : entries)
      goes_left_[entry.row] =
          entry.rank == SortedColumns::kMissing ? split.missing_left : entry.rank <= split.rank;
    return;
  }
  // Which of the categories here go to the left, written where the tree will look for it.
  std::uint8_t* const sides = &tree.sides[index(node.categories)];
  const auto category = [&](std::uint32_t rank) {
    return index(std::llround(sorted_.value(split.column, rank)));
  };
  for (const Entry& entry : entries) {
    if (entry.rank != SortedColumns::kMissing) sides[category(entry.rank)] = Tree::Right;
  }
  for (const std::uint32_t rank : split.left_categories) sides[category(rank)] = Tree::Left;
  for (const Entry& entry : entries)
    goes_left_[entry.row] = entry.rank == SortedColumns::kMissing ? split.missing_left
                                                                  : sides[category(entry.rank)] == Tree::Left;
}

// Keeps the order within both sides, so that every column stays sorted.
std::size_t TreeGrower::partition(const Task& task) {
  std::size_t middle = task.begin;
  // Of leaves nothing but their rows is asked any more.
  const std::size_t columns = task.depth + 1 < options_.depth ? columns_.size() : 1;
  for (std::size_t j = 0; j < columns; ++j) {
    const auto entries = part(j, task.begin, task.end);
    std::size_t left = 0;
    std::size_t right = 0;
    for (const Entry& entry : entries) {
      // Both are written, one counts: no branch to mispredict.
      const auto to_left = static_cast<std::size_t>(goes_left_[entry.row]);
      spill_[right] = entry;
      entries[left] = entry;
      left += to_left;
      right += 1 - to_left;
    }
    std::copy_n(spill_.begin(), right, entries.begin() + static_cast<std::ptrdiff_t>(left));
    middle = task.begin + left;
  }
  return middle;
}

}  // namespace hone::learners
