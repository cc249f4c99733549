// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "hone/gp/simd.hpp"

namespace hone::gp {

/// A column-major matrix whose columns may be read some way beyond their ends, as the vector loops do.
/// Private to gp.
template <class T>
class Panel {
 public:
  using Map = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>;
  using ConstMap =
      Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>;

  Panel() = default;
  Panel(Eigen::Index rows, Eigen::Index columns) { resize(rows, columns); }

  /// Keeps the memory when the shape is the same. Contents are zero after a change of shape.
  void resize(Eigen::Index rows, Eigen::Index columns) {
    if (rows == rows_ && columns == columns_) return;
    rows_ = rows;
    columns_ = columns;
    data_.assign(static_cast<std::size_t>(rows * columns + simd::kPadding), T(0));
  }

  Eigen::Index rows() const noexcept { return rows_; }
  Eigen::Index cols() const noexcept { return columns_; }
  Eigen::Index stride() const noexcept { return rows_; }
  T* column(Eigen::Index k) { return data_.data() + k * rows_; }
  const T* column(Eigen::Index k) const { return data_.data() + k * rows_; }

  Map matrix() { return Map(data_.data(), rows_, columns_, Eigen::OuterStride<>(rows_)); }
  ConstMap matrix() const { return ConstMap(data_.data(), rows_, columns_, Eigen::OuterStride<>(rows_)); }

  template <class U>
  Panel<U> cast() const {
    Panel<U> out(rows_, columns_);
    out.matrix() = matrix().template cast<U>();
    return out;
  }

 private:
  Eigen::Index rows_ = 0;
  Eigen::Index columns_ = 0;
  std::vector<T> data_;
};

}  // namespace hone::gp
