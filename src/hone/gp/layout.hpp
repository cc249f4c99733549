// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/gp/kernel.hpp"
#include "hone/numeric/column.hpp"

namespace hone::gp {

/// Where each hyper-parameter of a Gaussian process stands in one flat vector. All but the mean are
/// logarithms:
///
///   log length-scales of each factor | log variance of each term | log a | log b | log noise variance | mean
///
/// a and b are the exponents of the input warp, one each per numeric column, absent without a warp. Values
/// refer to standardised observations. The order depends on kernel, columns and warp alone, so that a vector
/// kept from an earlier fit of the same space means the same in a later one.
struct Layout {
  struct FactorSlots {
    FactorKind kind = FactorKind::Matern32;
    std::vector<int> numeric;      ///< which of the numeric columns, counted among themselves
    std::vector<int> categorical;  ///< which of the categorical columns, counted among themselves
    std::vector<int> marked;       ///< positions in `numeric` of columns that some points lack
    int scales = 0;                ///< first length-scale; numeric columns first
    double origin = 0.0;

    bool stationary() const noexcept { return kind != FactorKind::Linear; }
    int scale_count() const noexcept {
      return stationary() ? static_cast<int>(numeric.size() + categorical.size()) : 0;
    }
  };
  struct TermSlots {
    std::vector<int> factors;  ///< empty for a constant
    int variance = 0;
  };

  Layout(const Kernel& kernel, const numeric::Columns& columns, bool warped);

  bool warped() const noexcept { return warp_a >= 0; }

  std::vector<int> numeric_columns;      ///< positions among all columns
  std::vector<int> categorical_columns;  ///< positions among all columns
  std::vector<FactorSlots> factors;
  std::vector<TermSlots> terms;
  int warp_a = -1;
  int warp_b = -1;
  int noise = 0;
  int mean = 0;
  int size = 0;
};

/// True when the numbers can be hyper-parameters of this layout: as many as it has, and all finite.
bool fits(const Layout& layout, std::span<const double> theta);

}  // namespace hone::gp
