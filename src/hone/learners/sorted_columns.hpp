// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/model/dataset.hpp"

namespace hone::learners {

/// The columns of some points, each sorted once: what all trees of an ensemble look for their splits in.
class SortedColumns {
 public:
  /// One coordinate of one row. Equal values have equal ranks, and rank + 1 is the next larger value.
  struct Entry {
    std::uint32_t rank;
    std::uint32_t row;
  };
  /// The rank of a coordinate that a point does not have; these stand at the end of a column.
  static constexpr std::uint32_t kMissing = 0xFFFFFFFF;

  /// O(d n log n).
  SortedColumns(const model::Columns& columns, const model::Points& points);

  const model::Columns& columns() const noexcept { return columns_; }
  std::size_t rows() const noexcept { return rows_; }
  std::span<const Entry> column(std::size_t j) const { return {entries_.data() + j * rows_, rows_}; }
  /// The value of a rank: a number, or the index of a category.
  double value(std::size_t j, std::uint32_t rank) const { return values_[j][rank]; }

 private:
  model::Columns columns_;
  std::size_t rows_;
  std::vector<Entry> entries_;  // column after column
  std::vector<std::vector<double>> values_;
};

}  // namespace hone::learners
