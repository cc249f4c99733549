// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace hone::designs {

/// A row-major matrix of zeros whose rows begin on cache lines and are padded to whole ones, so that loops
/// over a row need no remainder. The padding belongs to whoever fills the matrix.
class AlignedMatrix {
 public:
  AlignedMatrix() = default;
  AlignedMatrix(int rows, int columns)
      : stride_((static_cast<std::size_t>(columns) + kLine - 1) / kLine * kLine),
        lines_(static_cast<std::size_t>(rows) * (stride_ / kLine)) {}

  /// Elements from one row to the next, a multiple of 8.
  std::size_t stride() const noexcept { return stride_; }
  double* row(int i) noexcept { return data() + static_cast<std::size_t>(i) * stride_; }
  const double* row(int i) const noexcept { return data() + static_cast<std::size_t>(i) * stride_; }
  double* data() noexcept { return lines_.empty() ? nullptr : lines_.front().values; }
  const double* data() const noexcept { return lines_.empty() ? nullptr : lines_.front().values; }

 private:
  static constexpr std::size_t kLine = 8;
  struct alignas(64) Line {
    double values[kLine] = {};
  };

  std::size_t stride_ = 0;
  std::vector<Line> lines_;
};

}  // namespace hone::designs
