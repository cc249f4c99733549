// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hone/core/domain.hpp"

namespace hone::search {

/// The cells of a finite domain in its coordinate, ready for many questions. Private to search.
class Cells {
 public:
  /// `category`: the coordinate is the index itself.
  Cells(const Domain& domain, bool category);

  std::int64_t count() const noexcept { return count_; }
  /// Which cell a coordinate is in, or the nearest one.
  std::int64_t find(double coordinate) const;
  double middle(std::int64_t cell) const;

 private:
  enum class Layout {
    Indices,  ///< of a category
    Even,     ///< equally wide
    Listed,   ///< uneven, and few enough for a table
    Many,     ///< uneven
  };

  Domain domain_;
  std::int64_t count_;
  Layout layout_;
  std::vector<double> middles_;  // Listed only
};

}  // namespace hone::search
