// SPDX-License-Identifier: MIT
#include "hone/gp/gp_state.hpp"

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::gp {

namespace blas = numeric::blas;
using Eigen::Index;

Gp::State::State(const model::Dataset& data, const Spec& spec, std::span<const double> given)
    : columns(data.columns()),
      layout(spec.kernel, data.columns(), spec.warp),
      theta(given.begin(), given.end()),
      scaling(data.y()) {
  if (!fits(layout, given)) {
    throw Error(ErrorCode::InvalidArgument,
                text("got ", given.size(), " hyper-parameters for a model that has ", layout.size),
                "give the finite numbers that a fit of the same kernel and columns returned");
  }
  for (const auto& term : layout.terms) {
    variances.push_back(std::exp(theta[static_cast<std::size_t>(term.variance)]));
  }
  variances_f.assign(variances.begin(), variances.end());

  y = scaling.standardise(data.y());
  features = embed_points(data.points()).features;
  Eigen::MatrixXd k;
  cross_covariance<double>(layout, variances, features, features, k);
  k.diagonal().array() += noise();
  if (!factor.compute(k)) {
    features = embed_points(model::Points{Eigen::MatrixXd(0, data.points().cols()), {}}).features;
    y.resize(0);
  }
  solve();
  inverse_factor_f = factor.inverse_lower().cast<float>();
  features_f = features.cast<float>();
}

Embedding Gp::State::embed_points(const model::Points& points) const {
  Embedding out;
  embed(layout, theta, Inputs(layout, columns, points), false, out);
  return out;
}

double Gp::State::noise() const { return std::exp(theta[static_cast<std::size_t>(layout.noise)]); }
double Gp::State::mean() const { return theta[static_cast<std::size_t>(layout.mean)]; }

void Gp::State::solve() {
  weights = factor.solve((y.array() - mean()).matrix());
  weights_f = weights.cast<float>();
}

bool Gp::State::append(const Features<double>& points, const Eigen::VectorXd& standardised) {
  Eigen::MatrixXd cross;
  Eigen::MatrixXd corner;
  cross_covariance<double>(layout, variances, points, features, cross);
  cross_covariance<double>(layout, variances, points, points, corner);
  corner.diagonal().array() += noise();
  const Index n = factor.size();
  if (!factor.append(cross, corner)) return false;

  const Index k = corner.rows();
  y.conservativeResize(n + k);
  y.tail(k) = standardised;
  features = stack(features, points);
  solve();
  features_f = features.cast<float>();

  // [L 0; B C]⁻¹ = [L⁻¹ 0; -C⁻¹ B L⁻¹  C⁻¹].
  const Eigen::MatrixXf corner_factor = factor.lower().bottomRightCorner(k, k).cast<float>();
  Eigen::MatrixXf below = factor.lower().bottomLeftCorner(k, n).cast<float>();
  blas::trmm_lower(blas::Side::Right, blas::Op::Plain, -1.0F, inverse_factor_f, below);
  blas::trsm_lower(blas::Side::Left, blas::Op::Plain, 1.0F, corner_factor, below);
  Eigen::MatrixXf corner_inverse = Eigen::MatrixXf::Identity(k, k);
  blas::trsm_lower(blas::Side::Left, blas::Op::Plain, 1.0F, corner_factor, corner_inverse);
  Eigen::MatrixXf extended = Eigen::MatrixXf::Zero(n + k, n + k);
  extended.topLeftCorner(n, n) = inverse_factor_f;
  extended.bottomLeftCorner(k, n) = below;
  extended.bottomRightCorner(k, k) = corner_inverse;
  inverse_factor_f = std::move(extended);
  return true;
}

}  // namespace hone::gp
