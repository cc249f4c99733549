// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace hone::analysis {

/// How much of the weight fell into each cell.
using CellWeights = std::vector<double>;

/// Probabilities of the cells of a column of numbers, from how much weight fell into each: every unit of
/// weight is a normal distribution around its cell, cut off at the two ends and made whole again, of the
/// width
///   σ = 1.06 min(s, IQR / 1.34) n^(-1/5)      (Scott 1992; Silverman 1986, eq. 3.30)
/// in cells, but at least a third of one; one more unit is spread evenly, so that no cell has nothing. s is
/// the standard deviation, IQR the distance of the quartiles, n the sum of the weights. Sums to 1.
std::vector<double> smooth_density(std::span<const double> weights);

/// The same for categories, where neighbours mean nothing: shares of the weights and of the one unit that is
/// spread evenly.
std::vector<double> plain_density(std::span<const double> weights);

/// Pearson's divergence of p from q, Σ q (p / q - 1)²: 0 when they are equal. All q > 0.
double pearson_divergence(std::span<const double> p, std::span<const double> q);

}  // namespace hone::analysis
