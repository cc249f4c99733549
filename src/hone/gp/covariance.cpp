// SPDX-License-Identifier: MIT
#include "hone/gp/covariance.hpp"

#include <cmath>

#include "hone/base/index.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::gp {
namespace {

namespace blas = numeric::blas;
using blas::Op;
using blas::Side;
using Eigen::Index;
using Eigen::MatrixXd;

// Column j from the diagonal down.
auto lower_column(MatrixXd& m, Index j) { return m.col(j).tail(m.rows() - j).array(); }
auto lower_column(const MatrixXd& m, Index j) { return m.col(j).tail(m.rows() - j).array(); }

// Sum over all entries of a symmetric matrix, of which `column(j)` gives column j from the diagonal down.
template <class Column>
double symmetric_sum(Index n, const Column& column) {
  double off = 0.0;
  double diagonal = 0.0;
  for (Index j = 0; j < n; ++j) {
    const auto entries = column(j);
    diagonal += entries[0];
    off += entries.tail(n - j - 1).sum();
  }
  return 2.0 * off + diagonal;
}

// s b for a symmetric s given by its lower triangle: l b + lᵀ b less the diagonal that both of them hold.
template <class Features>
void symmetric_product(const MatrixXd& s, const Features& b, MatrixXd& out, MatrixXd& scratch) {
  out = b;
  scratch = b;
  blas::trmm_lower(Side::Left, Op::Plain, 1.0, s, out);
  blas::trmm_lower(Side::Left, Op::Transposed, 1.0, s, scratch);
  out += scratch;
  out -= s.diagonal().asDiagonal() * b;
}

}  // namespace

TrainingCovariance::TrainingCovariance(const Layout& layout, const Inputs& inputs)
    : layout_(layout),
      inputs_(inputs),
      uses_(layout.factors.size()),
      single_uses_(layout.factors.size()),
      as_product_(layout.factors.size()),
      value_(layout.factors.size()),
      slope_(layout.factors.size()),
      column_(inputs.rows()),
      column_sum_(inputs.rows()) {
  for (const auto& term : layout.terms) {
    for (std::size_t place = 0; place < term.factors.size(); ++place) {
      const std::size_t factor = index(term.factors[place]);
      if (term.factors.size() == 1) {
        single_uses_[factor].push_back(term.variance);
        continue;
      }
      std::vector<int> others = term.factors;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
      uses_[factor].push_back({term.variance, std::move(others)});
    }
  }
  for (std::size_t f = 0; f < layout.factors.size(); ++f) {
    as_product_[f] = !layout.factors[f].stationary() && uses_[f].empty();
  }
}

void TrainingCovariance::compute(std::span<const double> theta) {
  theta_ = theta;
  embed(layout_, theta, inputs_, true, embedding_);
  const Index n = inputs_.rows();
  for (std::size_t f = 0; f < layout_.factors.size(); ++f) {
    if (as_product_[f]) continue;
    value_[f].resize(n, n);
    if (!layout_.factors[f].stationary()) {
      blas::syrk_lower(Op::Plain, 1.0, embedding_.features.coordinates[f].matrix(), 0.0, value_[f]);
      continue;
    }
    slope_[f].resize(n, n);
    simd::lower_triangle(layout_.factors[f].kind, embedding_.features.view(f),
                         embedding_.features.weights[f].data(), value_[f].data(), slope_[f].data(), n);
  }
}

void TrainingCovariance::assemble(MatrixXd& k) {
  const Index n = inputs_.rows();
  k.resize(n, n);
  bool first = true;
  for (const auto& term : layout_.terms) {
    const double variance = std::exp(parameter(term.variance));
    if (term.factors.size() == 1 && as_product_[index(term.factors[0])]) {
      const auto features = embedding_.features.coordinates[index(term.factors[0])].matrix();
      blas::syrk_lower(Op::Plain, variance, features, first ? 0.0 : 1.0, k);
    } else {
      add_product(term, first, k);
    }
    first = false;
  }
  if (first) k.setZero();
}

void TrainingCovariance::add_product(const Layout::TermSlots& term, bool first, MatrixXd& k) {
  const double variance = std::exp(parameter(term.variance));
  for (Index j = 0; j < k.cols(); ++j) {
    auto out = lower_column(k, j);
    if (first) out.setZero();
    if (term.factors.size() == 1) {
      out += variance * lower_column(value_[index(term.factors[0])], j);
      continue;
    }
    auto entries = column_.head(k.rows() - j);
    entries.setConstant(variance);
    for (const int f : term.factors) entries *= lower_column(value_[index(f)], j);
    out += entries;
  }
}

void TrainingCovariance::backward(const MatrixXd& by_k, std::span<double> gradient) {
  by_warped_.setZero(inputs_.rows(), inputs_.unit().cols());
  backward_variances(by_k, gradient);
  for (std::size_t f = 0; f < layout_.factors.size(); ++f) {
    if (layout_.factors[f].stationary()) {
      backward_stationary(f, by_k, gradient);
    } else {
      backward_linear(f, by_k, gradient);
    }
  }
  if (layout_.warped()) backward_warps(gradient);
}

void TrainingCovariance::backward_variances(const MatrixXd& by_k, std::span<double> gradient) {
  for (const auto& term : layout_.terms) {
    // Without a matrix of its own, a factor's share is found on the way back through its product.
    if (term.factors.size() == 1 && as_product_[index(term.factors[0])]) continue;
    const double sum = symmetric_sum(by_k.rows(), [&](Index j) {
      auto entries = column_.head(by_k.rows() - j);
      entries = lower_column(by_k, j);
      for (const int f : term.factors) entries *= lower_column(value_[index(f)], j);
      return entries;
    });
    gradient[index(term.variance)] += std::exp(parameter(term.variance)) * sum;
  }
}

// Multiplies the lower triangle of dL/df for one factor f into `out`. A term is linear in each place where a
// factor stands.
void TrainingCovariance::chain(std::size_t factor, const MatrixXd& by_k, MatrixXd& out) {
  double constant = 0.0;
  for (const int variance : single_uses_[factor]) constant += std::exp(parameter(variance));
  for (Index j = 0; j < by_k.cols(); ++j) {
    auto target = lower_column(out, j);
    if (uses_[factor].empty()) {
      target *= constant * lower_column(by_k, j);
      continue;
    }
    auto sum = column_sum_.head(by_k.rows() - j);
    auto entries = column_.head(by_k.rows() - j);
    sum.setConstant(constant);
    for (const Use& use : uses_[factor]) {
      entries.setConstant(std::exp(parameter(use.variance)));
      for (const int other : use.others) entries *= lower_column(value_[index(other)], j);
      sum += entries;
    }
    target *= lower_column(by_k, j) * sum;
  }
}

void TrainingCovariance::add_by_coordinate(int column, double scale, Index product_column) {
  auto out = by_warped_.col(column);
  if (inputs_.masked()) {
    out += scale * product_.col(product_column).cwiseProduct(inputs_.active().matrix().col(column));
  } else {
    out += scale * product_.col(product_column);
  }
}

// With G = dL/d(r²), symmetric, and r² = Σ (φ_i - φ_j)²:  dL/dφ_i = 4 Σ_j G_ij (φ_i - φ_j).
void TrainingCovariance::backward_stationary(std::size_t factor, const MatrixXd& by_k,
                                             std::span<double> gradient) {
  const Layout::FactorSlots& slots = layout_.factors[factor];
  MatrixXd& g = slope_[factor];
  chain(factor, by_k, g);
  g.diagonal().setZero();  // a point stays at distance 0 from itself

  const auto features = embedding_.features.coordinates[factor].matrix();
  const Index width = features.cols();
  augmented_.resize(features.rows(), width + 1);
  augmented_.leftCols(width) = features;
  augmented_.col(width).setOnes();  // for the row sums of G
  symmetric_product(g, augmented_, product_, upper_product_);
  for (Index k = 0; k < width; ++k) {
    product_.col(k) = 4.0 * (product_.col(width).cwiseProduct(features.col(k)) - product_.col(k));
  }
  const auto numeric = static_cast<Index>(slots.numeric.size());
  for (Index k = 0; k < numeric; ++k) {
    const int slot = slots.scales + static_cast<int>(k);
    gradient[index(slot)] -= product_.col(k).dot(features.col(k));
    add_by_coordinate(slots.numeric[static_cast<std::size_t>(k)], std::exp(-parameter(slot)), k);
  }
  for (std::size_t m = 0; m < slots.marked.size(); ++m) {
    const Index k = numeric + static_cast<Index>(m);
    gradient[index(slots.scales + slots.marked[m])] -= product_.col(k).dot(features.col(k));
  }
  mismatch_.assign(slots.categorical.size(), 0.0);
  simd::mismatch_sums(embedding_.features.view(factor), g.data(), g.rows(), mismatch_.data());
  for (std::size_t c = 0; c < mismatch_.size(); ++c) {
    gradient[index(slots.scales) + slots.numeric.size() + c] -=
        4.0 * embedding_.features.weights[factor][c] * mismatch_[c];
  }
}

// With f = Z Zᵀ:  dL/dZ = 2 (dL/df) Z.
void TrainingCovariance::backward_linear(std::size_t factor, const MatrixXd& by_k,
                                         std::span<double> gradient) {
  const Layout::FactorSlots& slots = layout_.factors[factor];
  const auto features = embedding_.features.coordinates[factor].matrix();
  double scale = 2.0;
  if (as_product_[factor]) {
    symmetric_product(by_k, features, product_, upper_product_);
    const double sum = product_.cwiseProduct(features).sum();
    double total = 0.0;
    for (const int variance : single_uses_[factor]) {
      gradient[index(variance)] += std::exp(parameter(variance)) * sum;
      total += std::exp(parameter(variance));
    }
    scale *= total;
  } else {
    by_linear_.setOnes(by_k.rows(), by_k.cols());
    chain(factor, by_k, by_linear_);
    symmetric_product(by_linear_, features, product_, upper_product_);
  }
  for (std::size_t k = 0; k < slots.numeric.size(); ++k) {
    add_by_coordinate(slots.numeric[k], scale, static_cast<Index>(k));
  }
}

void TrainingCovariance::backward_warps(std::span<double> gradient) const {
  for (Index k = 0; k < by_warped_.cols(); ++k) {
    const int slot = static_cast<int>(k);
    gradient[index(layout_.warp_a + slot)] += by_warped_.col(k).dot(embedding_.by_log_a.matrix().col(k));
    gradient[index(layout_.warp_b + slot)] += by_warped_.col(k).dot(embedding_.by_log_b.matrix().col(k));
  }
}

}  // namespace hone::gp
