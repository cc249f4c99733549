// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "hone/base/rng.hpp"

namespace hone::baselines {

/// A multilayer perceptron: h_l = tanh(W_l h_{l-1} + b_l) for each layer, the last one's units being the
/// features that linear models are put on. It is the shape only; the parameters are a flat vector beside it,
/// layer by layer W column by column and then b. Points are columns of matrices, so that every layer is one
/// matrix product.
class AblrNetwork {
 public:
  AblrNetwork(Eigen::Index inputs, int layers, int width);

  Eigen::Index inputs() const noexcept { return inputs_; }
  Eigen::Index features() const noexcept { return width_; }
  Eigen::Index parameters() const noexcept { return parameters_; }

  /// Parameters to begin with: weights from N(0, 2 / (fan in + fan out)), as Glorot and Bengio (2010) have
  /// it, and no biases.
  Eigen::VectorXd initial(Rng& rng) const;

  /// What the units of every layer say, width x m each; the last are the features. `parameters` may be
  /// longer.
  std::vector<Eigen::MatrixXd> run(const Eigen::VectorXd& parameters, const Eigen::MatrixXd& inputs) const;

  /// From derivatives by the features to those by the parameters, which are added to the front of `gradient`.
  /// `layers` is what run() returned for the inputs.
  void add_gradient(const Eigen::VectorXd& parameters, const Eigen::MatrixXd& inputs,
                    const std::vector<Eigen::MatrixXd>& layers, Eigen::MatrixXd by_features,
                    Eigen::VectorXd& gradient) const;

  /// From derivatives by the features to those by the inputs.
  Eigen::MatrixXd by_inputs(const Eigen::VectorXd& parameters, const std::vector<Eigen::MatrixXd>& layers,
                            Eigen::MatrixXd by_features) const;

 private:
  Eigen::Index fan_in(std::size_t layer) const { return layer == 0 ? inputs_ : width_; }
  Eigen::Index first_parameter(std::size_t layer) const;

  Eigen::Index inputs_;
  Eigen::Index width_;
  std::size_t layers_;
  Eigen::Index parameters_;
};

}  // namespace hone::baselines
