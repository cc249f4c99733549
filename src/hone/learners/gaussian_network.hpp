// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "hone/learners/adam.hpp"
#include "hone/learners/residual_network.hpp"

namespace hone::learners {

/// A network that says of each point what its value is and how far off that may be: a ResidualNetwork whose
/// score is the mean, and a second head on its features for the deviation,
///   μ = wᵀφ + c,   σ = softplus(vᵀφ + b) + 0.01.
/// Points are columns. Scalar is float for use, double for checking gradients.
template <class Scalar>
class GaussianNetwork {
 public:
  using Body = ResidualNetwork<Scalar>;
  using Matrix = typename Body::Matrix;
  using Vector = typename Body::Vector;
  using RowVector = typename Body::RowVector;

  /// What a forward pass leaves for the way back.
  struct Pass {
    typename Body::Pass body;
    RowVector deviation;
    RowVector slope;  ///< of the deviations by what goes into their softplus
    const RowVector& mean() const { return body.score; }
  };

  /// As ResidualNetwork begins; deviations begin around 1.
  GaussianNetwork(NetworkShape shape, Rng& rng);

  const NetworkShape& shape() const noexcept { return body_.shape(); }
  /// Those of the body, then v, then b.
  Vector parameters() const;
  void set_parameters(const Vector& parameters);

  void forward(const Matrix& inputs, Pass& pass) const;

  /// The mean over the points of -log N(value | μ, σ²) without its constant, ln σ + ½ ((value - μ) / σ)², and
  /// its derivatives by the parameters.
  double loss(const Matrix& inputs, const RowVector& values, Pass& pass, Vector& gradient) const;
  double loss(const Matrix& inputs, const RowVector& values, Pass& pass) const;

  /// After forward(): derivatives of each point's mean, and of its deviation, by its own inputs.
  Matrix mean_gradient(Pass& pass) const { return body_.input_gradient(pass.body); }
  Matrix deviation_gradient(Pass& pass) const;

 private:
  static double loss_of(const Pass& pass, const RowVector& values);

  Body body_;
  Vector spread_;  // v and b
};

extern template class GaussianNetwork<float>;
extern template class GaussianNetwork<double>;

/// How a GaussianNetwork is trained.
struct GaussianTraining {
  int steps = 1000;
  int batch = 64;
  AdamOptions adam = {.rate = 5e-3, .weight_decay = 1e-2};
  /// Share of the points that is not learned from but tells when to stop: the parameters with which its loss
  /// was lowest are kept. Looked at twenty times.
  double held_out = 0.1;
};

/// Learns values of points (columns). The same arguments give the same network.
GaussianNetwork<float> train_gaussian(const NetworkShape& shape, const Eigen::MatrixXf& inputs,
                                      const Eigen::RowVectorXf& values, const GaussianTraining& training,
                                      std::uint64_t seed);

}  // namespace hone::learners
