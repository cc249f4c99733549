// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hone::designs {

/// Points of the unit cube, one per row, stored row after row without gaps.
class DesignPoints {
 public:
  DesignPoints() = default;
  /// rows x columns zeros; both may be 0.
  DesignPoints(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        values_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

  int rows() const noexcept { return rows_; }
  int columns() const noexcept { return columns_; }

  std::span<double> row(int i) noexcept { return {values_.data() + offset(i), width()}; }
  std::span<const double> row(int i) const noexcept { return {values_.data() + offset(i), width()}; }

  double& operator()(int i, int j) noexcept { return values_[offset(i) + static_cast<std::size_t>(j)]; }
  double operator()(int i, int j) const noexcept { return values_[offset(i) + static_cast<std::size_t>(j)]; }

  /// All values, row after row.
  std::span<const double> values() const noexcept { return values_; }

  friend bool operator==(const DesignPoints&, const DesignPoints&) = default;

 private:
  std::size_t width() const noexcept { return static_cast<std::size_t>(columns_); }
  std::size_t offset(int i) const noexcept { return static_cast<std::size_t>(i) * width(); }

  int rows_ = 0;
  int columns_ = 0;
  std::vector<double> values_;
};

}  // namespace hone::designs
