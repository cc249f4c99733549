// SPDX-License-Identifier: MIT
#include "hone/designs/product_kernels.hpp"

#include <cmath>

#include "hone/base/clones.hpp"
#include "hone/base/index.hpp"

namespace hone::designs {
namespace {

// What the loops below need of a column: pointers, so that the two versions of each share nothing that is
// compiled once.
struct ColumnView {
  const double* x;
  const double* z;
};

[[gnu::always_inline]] inline void multiply(const PairFactor factor, double x, double z,
                                            const double* __restrict xs, const double* __restrict zs,
                                            std::size_t count, double* __restrict out) {
  const double base = factor.base + z;
  for (std::size_t c = 0; c < count; ++c) {
    const double d = std::abs(x - xs[c]);
    out[c] *= base + zs[c] - d * (factor.slope - factor.curve * d);
  }
}

HONE_VECTOR_CLONES
void multiply_one(const PairFactor factor, double x, double z, const ColumnView column, std::size_t count,
                  double* products) {
  multiply(factor, x, z, column.x, column.z, count, products);
}

HONE_VECTOR_CLONES
void multiply_rows(const PairFactor factor, const ColumnView column, std::size_t frozen, std::size_t runs,
                   std::size_t stride, double* products) {
  for (std::size_t k = 0; k < runs; ++k) {
    multiply(factor, column.x[k], column.z[k], column.x + frozen, column.z + frozen, stride,
             products + k * stride);
  }
}

HONE_VECTOR_CLONES
void replace_rows(const PairFactor factor, const ColumnView above, const ColumnView below, std::size_t frozen,
                  std::size_t runs, std::size_t stride, double* products) {
  const double* __restrict ax = above.x + frozen, * __restrict az = above.z + frozen;
  const double* __restrict bx = below.x + frozen, * __restrict bz = below.z + frozen;
  for (std::size_t k = 0; k < runs; ++k) {
    double* __restrict out = products + k * stride;
    const double x = above.x[k], y = below.x[k];
    const double base = factor.base + above.z[k], base_below = factor.base + below.z[k];
    for (std::size_t c = 0; c < stride; ++c) {
      const double d = std::abs(x - ax[c]), e = std::abs(y - bx[c]);
      const double numerator = base + az[c] - d * (factor.slope - factor.curve * d);
      const double denominator = base_below + bz[c] - e * (factor.slope - factor.curve * e);
      out[c] *= numerator / denominator;
    }
  }
}

HONE_VECTOR_CLONES
void prefix_rows(const double* matrix, const int* begin, const int* rows, std::size_t levels,
                 std::size_t stride, double* sums) {
  for (std::size_t t = 0; t < levels; ++t) {
    double* __restrict to = sums + t * stride;
    if (t == 0) {
      for (std::size_t c = 0; c < stride; ++c) to[c] = 0.0;
    } else {
      const double* __restrict below = sums + (t - 1) * stride;
      for (std::size_t c = 0; c < stride; ++c) to[c] = below[c];
    }
    for (int i = begin[t]; i < begin[t + 1]; ++i) {
      const double* __restrict row = matrix + static_cast<std::size_t>(rows[i]) * stride;
      for (std::size_t c = 0; c < stride; ++c) to[c] += row[c];
    }
  }
}

HONE_VECTOR_CLONES
void add_difference_rows(const double* __restrict plus, const double* __restrict minus, std::size_t rows,
                         std::size_t stride, double* __restrict out) {
  for (std::size_t t = 0; t < rows; ++t) {
    for (std::size_t c = 0; c < stride; ++c) out[c] += plus[c] - minus[c];
    out += stride;
  }
}

ColumnView view(const ColumnValues& column) { return {column.x.data(), column.z.data()}; }

}  // namespace

void multiply_row(const PairFactor& factor, double x, double z, const ColumnValues& column,
                  std::span<double> products) {
  multiply_one(factor, x, z, view(column), products.size(), products.data());
}

void multiply_column(const PairFactor& factor, const ColumnValues& column, int frozen, int runs,
                     AlignedMatrix& products) {
  multiply_rows(factor, view(column), index(frozen), index(runs), products.stride(), products.data());
}

void replace_column(const PairFactor& factor, const ColumnValues& multiply, const ColumnValues& divide,
                    int frozen, int runs, AlignedMatrix& products) {
  replace_rows(factor, view(multiply), view(divide), index(frozen), index(runs), products.stride(),
               products.data());
}

void sum_rows_by_level(const AlignedMatrix& matrix, std::span<const int> begin, std::span<const int> rows,
                       AlignedMatrix& sums) {
  prefix_rows(matrix.data(), begin.data(), rows.data(), begin.size() - 1, sums.stride(), sums.data());
}

void add_difference(const double* plus, const double* minus, int first, int count, AlignedMatrix& matrix) {
  add_difference_rows(plus, minus, index(count), matrix.stride(), matrix.row(first));
}

}  // namespace hone::designs
