// SPDX-License-Identifier: MIT
// How predictions change with the points: the chain from mean and variance through the kernel's factors and
// the warp back to the coordinates, for all points of a batch at once.
#include <cmath>

#include "hone/base/index.hpp"
#include "hone/gp/gp_state.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::gp {
namespace {

namespace blas = numeric::blas;
using blas::Op;
using Eigen::Index;
using Eigen::MatrixXd;

// Every factor between the training points (rows) and the queries (columns).
struct FactorMatrices {
  std::vector<MatrixXd> value;
  std::vector<MatrixXd> slope;  // by r²; empty for Linear
};

FactorMatrices factor_matrices(const Layout& layout, const Features<double>& training,
                               const Features<double>& queries) {
  FactorMatrices out;
  for (std::size_t f = 0; f < layout.factors.size(); ++f) {
    MatrixXd value(training.count, queries.count);
    MatrixXd slope;
    if (layout.factors[f].stationary()) {
      slope.resize(training.count, queries.count);
      simd::cross(layout.factors[f].kind, training.view(f), queries.view(f), training.weights[f].data(),
                  simd::Store::Set, 1.0, value.data(), slope.data());
    } else {
      blas::gemm(Op::Plain, Op::Transposed, 1.0, training.coordinates[f].matrix(),
                 queries.coordinates[f].matrix(), 0.0, value);
    }
    out.value.push_back(std::move(value));
    out.slope.push_back(std::move(slope));
  }
  return out;
}

// Σ over the places where factor f stands of the term's variance times its other factors: dk/df. `other(g)`
// gives factor g, as an array of the shape of `out`.
template <class Array, class Other>
void add_sensitivity(const Layout& layout, std::span<const double> variances, std::size_t f,
                     const Other& other, Array& out) {
  for (std::size_t t = 0; t < layout.terms.size(); ++t) {
    const std::vector<int>& factors = layout.terms[t].factors;
    for (std::size_t place = 0; place < factors.size(); ++place) {
      if (index(factors[place]) != f) continue;
      Array product = Array::Constant(out.rows(), out.cols(), variances[t]);
      for (std::size_t g = 0; g < factors.size(); ++g) {
        if (g != place) product *= other(index(factors[g]));
      }
      out += product;
    }
  }
}

// m x width: derivatives of Σ_j q(j, i) f(x_j, z_i) by the features of query i, where q already holds the
// factor's slope if it is stationary.
MatrixXd by_features(const Layout::FactorSlots& slots, const Features<double>& training,
                     const Features<double>& queries, std::size_t f, const MatrixXd& q) {
  const auto rows = training.coordinates[f].matrix();
  const auto points = queries.coordinates[f].matrix();
  MatrixXd out(queries.count, rows.cols());
  blas::gemm(Op::Transposed, Op::Plain, 1.0, q, rows, 0.0, out);
  if (!slots.stationary()) return out;
  const Eigen::VectorXd sums = q.colwise().sum();
  return 2.0 * (sums.asDiagonal() * points - out);
}

// Adds derivatives by features to those by warped coordinates. The marks of conditional columns are
// constants.
void add_by_warped(const Layout::FactorSlots& slots, std::span<const double> theta,
                   const MatrixXd& by_feature, MatrixXd& by_warped) {
  for (std::size_t k = 0; k < slots.numeric.size(); ++k) {
    const double inverse = slots.stationary() ? std::exp(-theta[index(slots.scales) + k]) : 1.0;
    by_warped.col(slots.numeric[k]) += inverse * by_feature.col(static_cast<Index>(k));
  }
}

// k(z, z) changes with z only where it has Linear factors.
MatrixXd prior_variance_by_features(const Layout& layout, std::span<const double> variances,
                                    const Features<double>& queries, std::size_t f) {
  Eigen::ArrayXd sensitivity = Eigen::ArrayXd::Zero(queries.count);
  const auto at_zero_distance = [&](std::size_t g) -> Eigen::ArrayXd {
    if (layout.factors[g].stationary()) return Eigen::ArrayXd::Ones(queries.count);
    return queries.coordinates[g].matrix().rowwise().squaredNorm();
  };
  add_sensitivity(layout, variances, f, at_zero_distance, sensitivity);
  return 2.0 * sensitivity.matrix().asDiagonal() * queries.coordinates[f].matrix();
}

// From numeric columns counted among themselves to all columns.
template <class Scale>
MatrixXd spread_out(const Layout& layout, const MatrixXd& by_unit, Index columns, const Scale& scale) {
  MatrixXd out = MatrixXd::Zero(by_unit.rows(), columns);
  for (std::size_t k = 0; k < layout.numeric_columns.size(); ++k) {
    out.col(layout.numeric_columns[k]) = by_unit.col(static_cast<Index>(k)).unaryExpr(scale);
  }
  return out;
}

}  // namespace

std::optional<model::PredictionGradient> Gp::predict_with_gradient(const model::Points& points) const {
  const State& s = *state_;
  const Inputs inputs(s.layout, s.columns, points);
  Embedding embedding;
  embed(s.layout, s.theta, inputs, false, embedding);
  const Features<double>& queries = embedding.features;
  const FactorMatrices factors = factor_matrices(s.layout, s.features, queries);

  // The mean is Σ w_j k_j, the explained variance kᵀ A⁻¹ k with derivative 2 A⁻¹ k.
  MatrixXd solved;
  cross_covariance<double>(s.layout, s.variances, s.features, queries, solved);
  s.factor.solve_in_place(solved);
  MatrixXd mean_by_warped = MatrixXd::Zero(points.rows(), inputs.unit().cols());
  MatrixXd variance_by_warped = mean_by_warped;
  for (std::size_t f = 0; f < s.layout.factors.size(); ++f) {
    const Layout::FactorSlots& slots = s.layout.factors[f];
    Eigen::ArrayXXd sensitivity = Eigen::ArrayXXd::Zero(s.features.count, queries.count);
    add_sensitivity(
        s.layout, s.variances, f, [&](std::size_t g) { return factors.value[g].array(); }, sensitivity);
    if (slots.stationary()) sensitivity *= factors.slope[f].array();
    const MatrixXd for_mean = sensitivity.colwise() * s.weights.array();
    const MatrixXd for_variance = -2.0 * sensitivity * solved.array();
    add_by_warped(slots, s.theta, by_features(slots, s.features, queries, f, for_mean), mean_by_warped);
    add_by_warped(slots, s.theta, by_features(slots, s.features, queries, f, for_variance),
                  variance_by_warped);
    if (slots.stationary()) continue;
    add_by_warped(slots, s.theta, prior_variance_by_features(s.layout, s.variances, queries, f),
                  variance_by_warped);
  }
  const MatrixXd slopes = warp_slopes(s.layout, s.theta, inputs);
  const auto difference = [&](double x) { return s.scaling.difference(x); };
  const auto covariance = [&](double x) { return s.scaling.covariance(x); };
  return model::PredictionGradient{
      predict(points), spread_out(s.layout, mean_by_warped.cwiseProduct(slopes), points.cols(), difference),
      spread_out(s.layout, variance_by_warped.cwiseProduct(slopes), points.cols(), covariance)};
}

}  // namespace hone::gp
