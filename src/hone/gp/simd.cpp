// SPDX-License-Identifier: MIT
// This file is compiled once per instruction set: foreach_target.h includes it again for each of them.
#include "hone/gp/simd.hpp"

#include <algorithm>
#include <cmath>

// Plain x86-64, SSE4, AVX2 and AVX-512; the steps between them gain nothing here and cost compile time.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hone/gp/simd.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hone::gp::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Index = Eigen::Index;

// A factor's value and its derivative with respect to r² at the squared distance d2 >= 0. The slopes are
// finite at 0 for all three kinds, unlike those with respect to r.
template <FactorKind kKind, class D, class V = hn::Vec<D>>
HWY_INLINE V value_and_slope(D d, V d2, V& slope) {
  using T = hn::TFromD<D>;
  if constexpr (kKind == FactorKind::Rbf) {
    const V e = hn::Exp(d, hn::Mul(hn::Set(d, T(-0.5)), d2));
    slope = hn::Mul(hn::Set(d, T(-0.5)), e);
    return e;
  } else if constexpr (kKind == FactorKind::Matern32) {
    const V s = hn::Sqrt(hn::Mul(hn::Set(d, T(3)), d2));
    const V e = hn::Exp(d, hn::Neg(s));
    slope = hn::Mul(hn::Set(d, T(-1.5)), e);
    return hn::MulAdd(s, e, e);
  } else {
    const V s = hn::Sqrt(hn::Mul(hn::Set(d, T(5)), d2));
    const V e = hn::Exp(d, hn::Neg(s));
    const V linear = hn::MulAdd(s, e, e);
    slope = hn::Mul(hn::Set(d, T(-5.0 / 6.0)), linear);
    return hn::MulAdd(hn::Mul(hn::Set(d, T(5.0 / 3.0)), d2), e, linear);
  }
}

// Squared distances of kRows vectors of rows, from row `first` on, to point j. Several vectors at once share
// the broadcast of the point and hide the latency of the additions.
constexpr int kRows = 4;
template <class D, class T, class V>
HWY_INLINE void squared_distances(D d, const PointsView<T>& rows, Index first, const PointsView<T>& points,
                                  Index j, const T* weights, V (&d2)[kRows]) {
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  for (V& sum : d2) sum = hn::Zero(d);
  for (int k = 0; k < rows.width; ++k) {
    const T* column = rows.features + k * rows.stride + first;
    const V centre = hn::Set(d, points.features[k * points.stride + j]);
    for (int r = 0; r < kRows; ++r) {
      const V difference = hn::Sub(hn::LoadU(d, column + r * lanes), centre);
      d2[r] = hn::MulAdd(difference, difference, d2[r]);
    }
  }
  for (int c = 0; c < rows.code_width; ++c) {
    const T* column = rows.codes + c * rows.code_stride + first;
    const V code = hn::Set(d, points.codes[c * points.code_stride + j]);
    const V weight = hn::Set(d, weights[c]);
    for (int r = 0; r < kRows; ++r) {
      const auto differs = hn::Ne(hn::LoadU(d, column + r * lanes), code);
      d2[r] = hn::Add(d2[r], hn::IfThenElseZero(differs, weight));
    }
  }
}

template <class D, class T, class V>
HWY_INLINE void store_some(D d, V v, Index count, T* out) {
  if (count >= static_cast<Index>(hn::Lanes(d))) {
    hn::StoreU(v, d, out);
  } else {
    hn::BlendedStore(v, hn::FirstN(d, static_cast<std::size_t>(count)), d, out);
  }
}

template <class D, class T>
HWY_INLINE hn::Vec<D> load_some(D d, Index count, const T* in) {
  if (count >= static_cast<Index>(hn::Lanes(d))) return hn::LoadU(d, in);
  return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(count)), d, in);
}

template <FactorKind kKind, class T>
void cross_of_kind(const PointsView<T>& rows, const PointsView<T>& columns, const T* weights, Store store,
                   T scale, T* out, T* slopes) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const V factor = hn::Set(d, scale);
  V d2[kRows];
  for (Index j = 0; j < columns.count; ++j) {
    T* column = out + j * rows.count;
    for (Index i = 0; i < rows.count; i += kRows * lanes) {
      squared_distances(d, rows, i, columns, j, weights, d2);
      for (int r = 0; r < kRows && i + r * lanes < rows.count; ++r) {
        const Index at = i + r * lanes;
        V slope;
        V value = hn::Mul(factor, value_and_slope<kKind>(d, d2[r], slope));
        if (store == Store::Add) value = hn::Add(value, load_some(d, rows.count - at, column + at));
        if (store == Store::Multiply) value = hn::Mul(value, load_some(d, rows.count - at, column + at));
        store_some(d, value, rows.count - at, column + at);
        if (slopes) store_some(d, slope, rows.count - at, slopes + j * rows.count + at);
      }
    }
  }
}

template <FactorKind kKind>
void lower_of_kind(const PointsView<double>& points, const double* weights, double* value, double* slope,
                   Index ld) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  V d2[kRows];
  for (Index j = 0; j < points.count; ++j) {
    for (Index i = j; i < points.count; i += kRows * lanes) {
      squared_distances(d, points, i, points, j, weights, d2);
      for (int r = 0; r < kRows && i + r * lanes < points.count; ++r) {
        const Index at = i + r * lanes;
        V derivative;
        const V v = value_and_slope<kKind>(d, d2[r], derivative);
        store_some(d, v, points.count - at, value + j * ld + at);
        store_some(d, derivative, points.count - at, slope + j * ld + at);
      }
    }
  }
}

template <class T>
void cross_any(FactorKind kind, const PointsView<T>& rows, const PointsView<T>& columns, const T* weights,
               Store store, T scale, T* out, T* slope) {
  switch (kind) {
    case FactorKind::Matern32:
      return cross_of_kind<FactorKind::Matern32>(rows, columns, weights, store, scale, out, slope);
    case FactorKind::Matern52:
      return cross_of_kind<FactorKind::Matern52>(rows, columns, weights, store, scale, out, slope);
    case FactorKind::Rbf:
      return cross_of_kind<FactorKind::Rbf>(rows, columns, weights, store, scale, out, slope);
    case FactorKind::Linear:
      return;  // a matrix product, which is BLAS's business
  }
}

void cross_double(FactorKind kind, const PointsView<double>& rows, const PointsView<double>& columns,
                  const double* weights, Store store, double scale, double* out, double* slope) {
  cross_any(kind, rows, columns, weights, store, scale, out, slope);
}

void cross_float(FactorKind kind, const PointsView<float>& rows, const PointsView<float>& columns,
                 const float* weights, Store store, float scale, float* out, float* slope) {
  cross_any(kind, rows, columns, weights, store, scale, out, slope);
}

void lower_any(FactorKind kind, const PointsView<double>& points, const double* weights, double* value,
               double* slope, Index ld) {
  switch (kind) {
    case FactorKind::Matern32:
      return lower_of_kind<FactorKind::Matern32>(points, weights, value, slope, ld);
    case FactorKind::Matern52:
      return lower_of_kind<FactorKind::Matern52>(points, weights, value, slope, ld);
    case FactorKind::Rbf:
      return lower_of_kind<FactorKind::Rbf>(points, weights, value, slope, ld);
    case FactorKind::Linear:
      return;
  }
}

// Two running sums, so that one addition need not wait for the other. `weight(i, v)` gives the factors of
// entries v from row i on.
template <class T, class Weight>
HWY_INLINE T weighted_sum(const T* column, Index rows, const Weight& weight) {
  const hn::ScalableTag<T> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  auto even = hn::Zero(d);
  auto odd = hn::Zero(d);
  Index i = 0;
  for (; i + 2 * lanes <= rows; i += 2 * lanes) {
    const auto first = hn::LoadU(d, column + i);
    const auto second = hn::LoadU(d, column + i + lanes);
    even = hn::MulAdd(first, weight(i, first), even);
    odd = hn::MulAdd(second, weight(i + lanes, second), odd);
  }
  for (; i < rows; i += lanes) {
    const auto entries = load_some(d, rows - i, column + i);
    even = hn::MulAdd(entries, weight(i, entries), even);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
}

template <class T>
void dots(const T* matrix, Index rows, Index columns, const T* w, T* out) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const auto weight = [&](Index i, V) HWY_ATTR { return load_some(d, rows - i, w + i); };
  for (Index j = 0; j < columns; ++j) out[j] = weighted_sum(matrix + j * rows, rows, weight);
}

template <class T>
void squares(const T* matrix, Index rows, Index columns, T* out) {
  using V = hn::Vec<hn::ScalableTag<T>>;
  const auto itself = [](Index, V entries) HWY_ATTR { return entries; };
  for (Index j = 0; j < columns; ++j) out[j] = weighted_sum(matrix + j * rows, rows, itself);
}

void dots_double(const double* matrix, Index rows, Index columns, const double* w, double* out) {
  dots(matrix, rows, columns, w, out);
}
void dots_float(const float* matrix, Index rows, Index columns, const float* w, float* out) {
  dots(matrix, rows, columns, w, out);
}
void squares_double(const double* matrix, Index rows, Index columns, double* out) {
  squares(matrix, rows, columns, out);
}
void squares_float(const float* matrix, Index rows, Index columns, float* out) {
  squares(matrix, rows, columns, out);
}

void mismatch_all(const PointsView<double>& points, const double* g, Index ld, double* sums) {
  const hn::ScalableTag<double> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  for (int c = 0; c < points.code_width; ++c) {
    const double* codes = points.codes + c * points.code_stride;
    auto sum = hn::Zero(d);
    for (Index j = 0; j < points.count; ++j) {
      const auto code = hn::Set(d, codes[j]);
      for (Index i = j + 1; i < points.count; i += lanes) {
        const auto entry = load_some(d, points.count - i, g + j * ld + i);
        sum = hn::Add(sum, hn::IfThenElseZero(hn::Ne(hn::LoadU(d, codes + i), code), entry));
      }
    }
    sums[c] += hn::GetLane(hn::SumOfLanes(d, sum));
  }
}

// With t = u^a and q = 1 - t, taken from expm1 since t may be within rounding of 1:
//   w = 1 - q^b,  dw/dlog u = a b t q^(b-1),  dw/dlog a = dw/dlog u * log u,  dw/dlog b = -b q^b log q.
void warp(const double* log_u, Index count, double a, double b, const WarpOutput& out) {
  const hn::ScalableTag<double> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const auto one = hn::Set(d, 1.0);
  const auto va = hn::Set(d, a);
  const auto vb = hn::Set(d, b);
  for (Index i = 0; i < count; i += lanes) {
    const auto lu = hn::LoadU(d, log_u + i);
    const auto q = hn::Max(hn::Neg(hn::Expm1(d, hn::Mul(va, lu))), hn::Set(d, 1e-300));
    const auto log_q = hn::Log(d, q);
    const auto s = hn::Exp(d, hn::Mul(vb, log_q));
    store_some(d, hn::Sub(one, s), count - i, out.value + i);
    if (out.by_log_b) store_some(d, hn::Neg(hn::Mul(vb, hn::Mul(s, log_q))), count - i, out.by_log_b + i);
    const auto by_log_u = hn::Mul(hn::Mul(va, vb), hn::Mul(hn::Sub(one, q), hn::Div(s, q)));
    if (out.by_log_u) store_some(d, by_log_u, count - i, out.by_log_u + i);
    if (out.by_log_a) store_some(d, hn::Mul(by_log_u, lu), count - i, out.by_log_a + i);
  }
}

void log_all(const double* in, Index count, double* out) {
  const hn::ScalableTag<double> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  for (Index i = 0; i < count; i += lanes) {
    store_some(d, hn::Log(d, load_some(d, count - i, in + i)), count - i, out + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hone::gp::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hone::gp::simd {

HWY_EXPORT(cross_double);
HWY_EXPORT(cross_float);
HWY_EXPORT(lower_any);
HWY_EXPORT(dots_double);
HWY_EXPORT(dots_float);
HWY_EXPORT(squares_double);
HWY_EXPORT(squares_float);
HWY_EXPORT(mismatch_all);
HWY_EXPORT(warp);
HWY_EXPORT(log_all);

template <>
void cross<double>(FactorKind kind, const PointsView<double>& rows, const PointsView<double>& columns,
                   const double* weights, Store store, double scale, double* out, double* slope) {
  HWY_DYNAMIC_DISPATCH(cross_double)(kind, rows, columns, weights, store, scale, out, slope);
}

template <>
void cross<float>(FactorKind kind, const PointsView<float>& rows, const PointsView<float>& columns,
                  const float* weights, Store store, float scale, float* out, float* slope) {
  HWY_DYNAMIC_DISPATCH(cross_float)(kind, rows, columns, weights, store, scale, out, slope);
}

void lower_triangle(FactorKind kind, const PointsView<double>& points, const double* weights, double* value,
                    double* slope, Eigen::Index ld) {
  HWY_DYNAMIC_DISPATCH(lower_any)(kind, points, weights, value, slope, ld);
}

template <>
void column_dots<double>(const double* matrix, Eigen::Index rows, Eigen::Index columns, const double* w,
                         double* out) {
  HWY_DYNAMIC_DISPATCH(dots_double)(matrix, rows, columns, w, out);
}

template <>
void column_dots<float>(const float* matrix, Eigen::Index rows, Eigen::Index columns, const float* w,
                        float* out) {
  HWY_DYNAMIC_DISPATCH(dots_float)(matrix, rows, columns, w, out);
}

template <>
void column_squares<double>(const double* matrix, Eigen::Index rows, Eigen::Index columns, double* out) {
  HWY_DYNAMIC_DISPATCH(squares_double)(matrix, rows, columns, out);
}

template <>
void column_squares<float>(const float* matrix, Eigen::Index rows, Eigen::Index columns, float* out) {
  HWY_DYNAMIC_DISPATCH(squares_float)(matrix, rows, columns, out);
}

void mismatch_sums(const PointsView<double>& points, const double* g, Eigen::Index ld, double* sums) {
  HWY_DYNAMIC_DISPATCH(mismatch_all)(points, g, ld, sums);
}

void kumaraswamy(const double* log_u, Eigen::Index count, double a, double b, const WarpOutput& out) {
  HWY_DYNAMIC_DISPATCH(warp)(log_u, count, a, b, out);
}

void logarithm(const double* in, Eigen::Index count, double* out) {
  HWY_DYNAMIC_DISPATCH(log_all)(in, count, out);
}

}  // namespace hone::gp::simd
#endif  // HWY_ONCE
