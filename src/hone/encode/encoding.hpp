// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/numeric/column.hpp"

namespace hone::encode {

/// How unordered choices become coordinates.
enum class Categories {
  Index,   ///< one column, cut into equal cells
  OneHot,  ///< one column for each choice; the largest wins
  /// Decodes as OneHot, but a choice stands at 0.6 in its own column and 0.4 in the others: the neighbourhood
  /// of a point then holds other choices too, down to a width of a fifth.
  OneHotNear,
};

using numeric::ColumnKind;

/// What one coordinate of the cube stands for. Integers, steps, ordinals and booleans are Ordered. A Category
/// has its cells in the cube as well, in no particular order. Columns of one choice among several (OneHot)
/// are Real.
struct EncodedColumn : numeric::Column {
  std::size_t parameter = 0;
  std::int64_t choice = -1;  ///< OneHot: which choice; otherwise -1

  bool one_hot() const noexcept { return choice >= 0; }
};

/// Configurations to points of the unit cube and back: the only place where a scale, a category or a
/// condition turns into coordinates. Constants take no column. decode(encode(c)) == c for every configuration
/// that decode() can give. Under uniform points every integer, step, category and boolean is equally likely
/// (log scales aside).
class Encoding {
 public:
  explicit Encoding(Space space, Categories categories = Categories::Index);

  const Space& space() const noexcept { return space_; }
  std::size_t dimensions() const noexcept { return columns_.size(); }
  const std::vector<EncodedColumn>& columns() const noexcept { return columns_; }

  /// Writes dimensions() coordinates. Cells are met in their middle; a parameter that does not exist stands
  /// at 0.5.
  void encode(const Configuration& configuration, std::span<double> point) const;
  std::vector<double> encode(const Configuration& configuration) const;

  /// Coordinates outside [0, 1] count as the nearer end. Constraints are not looked at.
  Configuration decode(std::span<const double> point) const;

 private:
  Space space_;
  Categories categories_;
  std::vector<EncodedColumn> columns_;
  std::vector<std::size_t> first_;  // first column of each parameter
};

}  // namespace hone::encode
