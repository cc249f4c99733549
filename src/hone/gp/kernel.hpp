// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace hone::gp {

/// A function of two points from which kernels are made.
enum class FactorKind {
  Matern32,  ///< (1 + s) exp(-s),           s = √3 r
  Matern52,  ///< (1 + s + s²/3) exp(-s),    s = √5 r
  Rbf,       ///< exp(-r²/2)
  Linear,    ///< Σ (x - origin)(x' - origin), without length-scales
};

/// One factor and the columns it looks at. The scaled distance of the first three is
///   r² = Σ_j δ_j² / ℓ_j²
/// with a learned length-scale ℓ_j per column. δ_j is the difference of the (warped) coordinates in a numeric
/// column; in a categorical one it is 0 for equal and 1 for different categories, so that an Rbf over
/// categories is the weighted overlap kernel exp(-Σ w_j [x_j ≠ x'_j]) with w_j = 1 / (2 ℓ_j²). A coordinate
/// that neither point has adds nothing. One that only one of them has adds as much as a fixed place beside
/// the middle of the range would, δ² = (x - 1/2)² + 1/4, or as much as another category. All of these are
/// distances of a Euclidean space, so the matrices stay positive semi-definite.
struct Factor {
  enum class Scope {
    Numeric,      ///< all numeric columns
    Categorical,  ///< all categorical columns
    All,          ///< both
    Listed,       ///< those in `columns`
  };

  FactorKind kind = FactorKind::Matern32;
  Scope scope = Scope::Numeric;
  std::vector<int> columns = {};  ///< for Scope::Listed; a Linear factor skips categorical ones
  double origin = 0.0;  ///< for Linear, in the unit cube; an inactive coordinate counts as lying there
};

/// A sum of products of factors, each product with a learned variance:  k(x, x') = Σ_t v_t Π_{f in t} f(x,
/// x'). A factor that appears in several terms has one set of length-scales. A factor without columns
/// (overlap() in a space without categories) is the constant 1.
struct Kernel {
  std::vector<Factor> factors;
  std::vector<std::vector<int>> terms;  ///< indices into factors
};

Kernel matern32(Factor::Scope scope = Factor::Scope::Numeric);
Kernel matern52(Factor::Scope scope = Factor::Scope::Numeric);
Kernel rbf(Factor::Scope scope = Factor::Scope::Numeric);
/// Agreement of categories, with a learned weight per categorical column.
Kernel overlap();
Kernel linear(double origin = 0.0);
/// The same kernel restricted to some columns.
Kernel over_columns(Kernel kernel, const std::vector<int>& columns);

Kernel operator+(const Kernel& a, const Kernel& b);
/// Multiplies out: (a + b) * c has the terms a c and b c, which share the factors of c.
Kernel operator*(const Kernel& a, const Kernel& b);

}  // namespace hone::gp
