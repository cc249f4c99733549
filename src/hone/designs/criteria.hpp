// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "hone/designs/points.hpp"

namespace hone::designs {

/// A measure of how evenly points fill the unit cube. Formulas are for n points in s dimensions, z = x - 1/2,
/// and d the difference of two points in one coordinate.
enum class Criterion {
  /// Centred L2 discrepancy, SQUARED:
  ///   (13/12)^s - 2/n Σ_i Π(1 + |z|/2 - z²/2) + 1/n² Σ_ik Π(1 + |z_i|/2 + |z_k|/2 - |d|/2).  Hickernell
  ///   (1998).
  Cd2,
  /// Wrap-around L2 discrepancy, SQUARED:  -(4/3)^s + 1/n² Σ_ik Π(3/2 - |d|(1 - |d|)).
  Wd2,
  /// Mixture L2 discrepancy, SQUARED:
  ///   (19/12)^s - 2/n Σ_i Π(5/3 - |z|/4 - z²/4) + 1/n² Σ_ik Π(15/8 - |z_i|/4 - |z_k|/4 - 3|d|/4 + d²/2).
  Md2,
  /// The smallest Euclidean distance of two points; the only one of these where more is better.
  Maximin,
  /// (Σ_{i<k} distance^-p)^(1/p), infinite when a point is repeated.  Morris and Mitchell (1995).
  PhiP,
  /// The largest absolute correlation of two columns; a constant column correlates with none.
  MaxCorrelation,
  /// The mean squared correlation over all pairs of columns.
  MeanSquaredCorrelation,
};

/// "cd2", "wd2", "md2", "maximin", "phi_p", "max_correlation", "mean_squared_correlation".
std::string_view criterion_name(Criterion criterion);

/// The criterion of that name. Throws Error(InvalidOption) that lists the names when there is none.
Criterion criterion_named(std::string_view name);

/// Value of a criterion. phi_power is the p of PhiP. O(n² s), for correlations O(n s²). With fewer than two
/// points Maximin is infinite and PhiP 0; with fewer than two columns correlations are 0. Without points
/// discrepancies are those of the empty sum. Throws Error(InvalidOption) when phi_power is not in 1 ... 50.
double criterion_value(const DesignPoints& points, Criterion criterion, int phi_power = 10);

/// One of the three squared discrepancies. Throws Error(InvalidOption) for a criterion that is none.
double discrepancy(const DesignPoints& points, Criterion criterion = Criterion::Cd2);

}  // namespace hone::designs
