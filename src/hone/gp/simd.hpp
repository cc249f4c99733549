// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "hone/gp/kernel.hpp"

/// The loops in which a Gaussian process spends its time outside of BLAS. Compiled for several instruction
/// sets and chosen at run time, so that one binary runs on every x86-64 and uses AVX2 or AVX-512 where it
/// finds them. Private to gp.
namespace hone::gp::simd {

/// Arrays handed over here must be readable, not meaningful, this many numbers beyond their end.
constexpr Eigen::Index kPadding = 64;

/// Points as a stationary factor sees them. Coordinate k of point i is features[k * stride + i], already
/// divided by its length-scale; category c of point i is codes[c * code_stride + i].
template <class T>
struct PointsView {
  const T* features = nullptr;
  Eigen::Index stride = 0;
  int width = 0;
  const T* codes = nullptr;
  Eigen::Index code_stride = 0;
  int code_width = 0;
  Eigen::Index count = 0;
};

/// What happens to a result: written, added to what is there, or multiplied with it.
enum class Store { Set, Add, Multiply };

/// out(i, j) = scale * f(rows_i, columns_j) for all i and j, in the way `store` says; column-major with one
/// column of rows.count numbers behind the other. weights[c] is 1/ℓ² of category column c. The derivatives of
/// f with respect to r² go to `slope` when that is not null.
template <class T>
void cross(FactorKind kind, const PointsView<T>& rows, const PointsView<T>& columns, const T* weights,
           Store store, T scale, T* out, T* slope = nullptr);

/// Lower triangle, diagonal included, of f(points_i, points_j), and of its derivative with respect to r².
void lower_triangle(FactorKind kind, const PointsView<double>& points, const double* weights, double* value,
                    double* slope, Eigen::Index ld);

/// sums[c] += Σ_{i > j} g(i, j) [code c of point i differs from that of point j], from a lower triangle g.
void mismatch_sums(const PointsView<double>& points, const double* g, Eigen::Index ld, double* sums);

/// out[j] = Σ_i matrix(i, j) w[i] for a column-major matrix without gaps.
template <class T>
void column_dots(const T* matrix, Eigen::Index rows, Eigen::Index columns, const T* w, T* out);
/// out[j] = Σ_i matrix(i, j)².
template <class T>
void column_squares(const T* matrix, Eigen::Index rows, Eigen::Index columns, T* out);

/// The Kumaraswamy distribution function w = 1 - (1 - u^a)^b for count numbers given by their logarithms,
/// with the derivatives that are not null: by log a, by log b, and by log u.
struct WarpOutput {
  double* value = nullptr;
  double* by_log_a = nullptr;
  double* by_log_b = nullptr;
  double* by_log_u = nullptr;
};
void kumaraswamy(const double* log_u, Eigen::Index count, double a, double b, const WarpOutput& out);

/// out[i] = log(in[i]) for positive numbers.
void logarithm(const double* in, Eigen::Index count, double* out);

}  // namespace hone::gp::simd
