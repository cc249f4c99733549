// SPDX-License-Identifier: MIT
#include "hone/gp/cross.hpp"

#include "hone/base/index.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::gp {
namespace {

namespace blas = numeric::blas;
using blas::Op;

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

// out = scale f, out += scale f, or out *= scale f.
template <class T>
void apply_factor(const Layout::FactorSlots& slots, std::size_t f, const Features<T>& rows,
                  const Features<T>& columns, simd::Store store, T scale, Matrix<T>& out) {
  if (slots.stationary()) {
    simd::cross(slots.kind, rows.view(f), columns.view(f), rows.weights[f].data(), store, scale, out.data());
    return;
  }
  const auto a = rows.coordinates[f].matrix();
  const auto b = columns.coordinates[f].matrix();
  if (store == simd::Store::Multiply) {
    Matrix<T> product(out.rows(), out.cols());
    blas::gemm(Op::Plain, Op::Transposed, scale, a, b, T(0), product);
    out.array() *= product.array();
  } else {
    blas::gemm(Op::Plain, Op::Transposed, scale, a, b, store == simd::Store::Add ? T(1) : T(0), out);
  }
}

}  // namespace

template <class T>
void cross_covariance(const Layout& layout, std::span<const T> variances, const Features<T>& rows,
                      const Features<T>& columns, Matrix<T>& out) {
  using simd::Store;
  out.resize(rows.count, columns.count);
  Matrix<T> product;
  for (std::size_t t = 0; t < layout.terms.size(); ++t) {
    const std::vector<int>& factors = layout.terms[t].factors;
    const bool first = t == 0;
    if (factors.empty()) {
      if (first) out.setZero();
      out.array() += variances[t];
    } else if (factors.size() == 1) {
      apply_factor(layout.factors[index(factors[0])], index(factors[0]), rows, columns,
                   first ? Store::Set : Store::Add, variances[t], out);
    } else {
      Matrix<T>& target = first ? out : product;
      target.resize(out.rows(), out.cols());
      for (std::size_t place = 0; place < factors.size(); ++place) {
        const std::size_t f = index(factors[place]);
        apply_factor(layout.factors[f], f, rows, columns, place == 0 ? Store::Set : Store::Multiply,
                     place == 0 ? variances[t] : T(1), target);
      }
      if (!first) out += product;
    }
  }
  if (layout.terms.empty()) out.setZero();
}

template <class T>
Eigen::Array<T, Eigen::Dynamic, 1> prior_variance(const Layout& layout, std::span<const T> variances,
                                                  const Features<T>& points) {
  using Column = Eigen::Array<T, Eigen::Dynamic, 1>;
  Column sum = Column::Zero(points.count);
  for (std::size_t t = 0; t < layout.terms.size(); ++t) {
    Column term = Column::Constant(sum.size(), variances[t]);
    for (const int f : layout.terms[t].factors) {
      if (layout.factors[index(f)].stationary()) continue;  // 1 at distance 0
      term *= points.coordinates[index(f)].matrix().rowwise().squaredNorm().array();
    }
    sum += term;
  }
  return sum;
}

template void cross_covariance<double>(const Layout&, std::span<const double>, const Features<double>&,
                                       const Features<double>&, Matrix<double>&);
template void cross_covariance<float>(const Layout&, std::span<const float>, const Features<float>&,
                                      const Features<float>&, Matrix<float>&);
template Eigen::ArrayXd prior_variance<double>(const Layout&, std::span<const double>,
                                               const Features<double>&);
template Eigen::ArrayXf prior_variance<float>(const Layout&, std::span<const float>, const Features<float>&);

}  // namespace hone::gp
