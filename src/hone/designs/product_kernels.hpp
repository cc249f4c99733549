// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/designs/aligned_matrix.hpp"

namespace hone::designs {

/// The factor that one column contributes to the product of two runs, at levels x and y:
///   f = base + z(x) + z(y) - slope |x - y| + curve (x - y)²
/// All three discrepancies have this form, which makes sums over runs piecewise linear in a level.
struct PairFactor {
  double base = 1.0;
  double slope = 0.0;
  double curve = 0.0;
};

/// Levels x and z(x) of all runs in one column. Free runs come last, padded with zeros to the stride of the
/// matrices.
struct ColumnValues {
  std::vector<double> x;
  std::vector<double> z;
};

/// products[c] *= f(x, column.x[c]) for the first runs of a column; z = z(x).
void multiply_row(const PairFactor& factor, double x, double z, const ColumnValues& column,
                  std::span<double> products);

/// products(k, c) *= f(k, c) for run k and free run c = run frozen + c.
void multiply_column(const PairFactor& factor, const ColumnValues& column, int frozen, int runs,
                     AlignedMatrix& products);

/// products(k, c) *= f(k, c) of one column / f(k, c) of another.
void replace_column(const PairFactor& factor, const ColumnValues& multiply, const ColumnValues& divide,
                    int frozen, int runs, AlignedMatrix& products);

/// Row t of sums becomes the sum of the rows of the matrix that belong to a level up to t: those of level t
/// are rows[begin[t]] ... rows[begin[t + 1] - 1].
void sum_rows_by_level(const AlignedMatrix& matrix, std::span<const int> begin, std::span<const int> rows,
                       AlignedMatrix& sums);

/// Adds plus - minus to `count` rows of the matrix from row `first` on.
void add_difference(const double* plus, const double* minus, int first, int count, AlignedMatrix& matrix);

}  // namespace hone::designs
