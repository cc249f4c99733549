// SPDX-License-Identifier: MIT
#pragma once

#include "hone/gp/cross.hpp"
#include "hone/gp/gp.hpp"
#include "hone/gp/scaling.hpp"
#include "hone/numeric/cholesky.hpp"

namespace hone::gp {

/// What a Gp keeps. All values are standardised. Private to gp.
struct Gp::State {
  State(const model::Dataset& data, const Spec& spec, std::span<const double> theta);

  /// Features of points to predict.
  Embedding embed_points(const model::Points& points) const;
  double noise() const;
  double mean() const;

  /// Refreshes what follows from the factor and the observations.
  void solve();
  /// Adds k observations at the end; false, with nothing changed, when the factor cannot be extended.
  bool append(const Features<double>& points, const Eigen::VectorXd& standardised);

  model::Columns columns;
  Layout layout;
  std::vector<double> theta;
  std::vector<double> variances;  // one per term
  Scaling scaling;
  Eigen::VectorXd y;
  Features<double> features;
  numeric::Cholesky factor;
  Eigen::VectorXd weights;  // (K + noise I)⁻¹ (y - mean)

  // The same in single precision, for screening.
  std::vector<float> variances_f;
  Features<float> features_f;
  Eigen::VectorXf weights_f;
  Eigen::MatrixXf inverse_factor_f;
};

}  // namespace hone::gp
