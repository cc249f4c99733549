// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace hone::numeric {

/// Which columns of a matrix are there already: a hash table of their numbers that allocates only at
/// construction. Private to numeric.
class PointSet {
 public:
  /// For at most `columns` columns.
  explicit PointSet(Eigen::Index columns)
      : slots_(std::bit_ceil(static_cast<std::size_t>(4 * columns + 1)), -1) {}

  void clear() { std::fill(slots_.begin(), slots_.end(), -1); }

  /// Adds column j of the matrix; false when an equal column was added before. Columns added must stay where
  /// they are until the next clear().
  bool insert(const Eigen::MatrixXd& matrix, Eigen::Index j) {
    const double* point = matrix.col(j).data();
    std::size_t slot = hash(point, matrix.rows()) & (slots_.size() - 1);
    while (slots_[slot] >= 0) {
      const double* known = matrix.col(slots_[slot]).data();
      if (std::equal(point, point + matrix.rows(), known)) return false;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = static_cast<std::int32_t>(j);
    return true;
  }

 private:
  static std::size_t hash(const double* point, Eigen::Index size) {
    std::uint64_t h = 0x9E3779B97F4A7C15ULL;
    for (Eigen::Index i = 0; i < size; ++i) {
      h ^= std::bit_cast<std::uint64_t>(point[i] + 0.0);  // -0 + 0 is 0
      h *= 0xBF58476D1CE4E5B9ULL;
      h ^= h >> 29;
    }
    return static_cast<std::size_t>(h);
  }

  std::vector<std::int32_t> slots_;
};

}  // namespace hone::numeric
