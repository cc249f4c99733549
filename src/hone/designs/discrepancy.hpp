// SPDX-License-Identifier: MIT
#pragma once

#include "hone/designs/criteria.hpp"
#include "hone/designs/product_kernels.hpp"

namespace hone::designs {

// discrepancy() itself is declared in criteria.hpp, with the other criteria.

/// What the squared discrepancies have in common:
///   mean - single_weight / n Σ_i Π single(x_i) + 1/n² Σ_ik Π f(x_i, x_k)
/// with f as in PairFactor, in units of the cube.
struct DiscrepancyFormula {
  double mean = 0.0;
  PairFactor pair = {};
  double tilt = 0.0;  ///< z(x) = tilt |x - 1/2|
  double single_weight = 0.0;
  double single_base = 1.0, single_linear = 0.0, single_square = 0.0;

  double z(double x) const;
  /// base + linear |x - 1/2| + square (x - 1/2)²
  double single(double x) const;
};

/// Throws Error(InvalidOption) for a criterion that is no discrepancy.
DiscrepancyFormula discrepancy_formula(Criterion criterion, int factors);

struct DiscrepancySums {
  double singles = 0.0;  ///< Σ_i Π single(x_i)
  double pairs = 0.0;    ///< Σ_ik Π f(x_i, x_k)
};

/// The two sums of the formula. O(n² s).
DiscrepancySums discrepancy_sums(const DiscrepancyFormula& formula, const DesignPoints& points);

}  // namespace hone::designs
