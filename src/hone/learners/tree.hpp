// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hone/model/dataset.hpp"

namespace hone::learners {

/// A binary tree of questions about coordinates, with a number in each leaf. Of learners and of what takes
/// trees apart (analysis).
class Tree {
 public:
  struct Node {
    std::int32_t column = -1;      ///< -1: a leaf
    std::int32_t left = -1;        ///< the left child; the right one is the next
    std::int32_t categories = -1;  ///< where the answers for categories begin; -1: a number
    bool missing_left = false;     ///< where points go that do not have the coordinate
    double threshold = 0.0;        ///< numbers up to it go to the left
    double value = 0.0;            ///< of a leaf
  };
  /// What is told of a category at a split. One that was not there goes where missing ones go.
  enum Side : std::uint8_t { Right, Left, Unknown };

  std::vector<Node> nodes;          ///< the root first
  std::vector<std::uint8_t> sides;  ///< of the categories of all splits

  /// The leaf of a point, as a place in `nodes`.
  std::int32_t leaf_of(const model::Points& points, Eigen::Index row) const {
    std::int32_t at = 0;
    while (nodes[static_cast<std::size_t>(at)].column >= 0) {
      const Node& node = nodes[static_cast<std::size_t>(at)];
      at = node.left + (goes_left(node, points, row) ? 0 : 1);
    }
    return at;
  }
  double value_at(const model::Points& points, Eigen::Index row) const {
    return nodes[static_cast<std::size_t>(leaf_of(points, row))].value;
  }

 private:
  bool goes_left(const Node& node, const model::Points& points, Eigen::Index row) const {
    if (!points.is_active(row, node.column)) return node.missing_left;
    const double x = points.x(row, node.column);
    if (node.categories < 0) return x <= node.threshold;
    const std::uint8_t side = sides[static_cast<std::size_t>(node.categories) + static_cast<std::size_t>(x)];
    return side == Unknown ? node.missing_left : side == Left;
  }
};

}  // namespace hone::learners
