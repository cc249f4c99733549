// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "hone/base/rng.hpp"

namespace hone::learners {

/// Sizes of a network. The defaults are those of the MALIBO paper ("ResFFN-4-64").
struct NetworkShape {
  int inputs = 1;
  int width = 64;     ///< of the hidden layers
  int blocks = 3;     ///< hidden layers with a skip, after a first one without
  int features = 50;  ///< of the last hidden layer

  friend bool operator==(const NetworkShape&, const NetworkShape&) = default;
};

/// How many weights and biases it has.
inline std::int64_t parameter_count(const NetworkShape& shape) {
  const auto layer = [](std::int64_t inputs, std::int64_t outputs) { return outputs * (inputs + 1); };
  return layer(shape.inputs, shape.width) + shape.blocks * layer(shape.width, shape.width) +
         layer(shape.width, shape.features) + layer(shape.features, 1);
}

/// A small network with skips around its hidden layers and one number at its end:
///   h = ELU(W x + b);  blocks times h = ELU(W h + b + h);  φ = ELU(W h + b);  score = wᵀφ + c,
/// where ELU(t) = t for t > 0, else exp(t) - 1. Points are columns, and all are computed together. Scalar is
/// float for use, double for checking gradients.
template <class Scalar>
class ResidualNetwork {
 public:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  using RowVector = Eigen::Matrix<Scalar, 1, Eigen::Dynamic>;

  /// What a forward pass leaves for the backward one. Memory is used again for batches of one size.
  struct Pass {
    std::vector<Matrix> layers;  ///< the inputs, and what each layer made of them; the last are the features
    RowVector score;
    const Matrix& features() const { return layers.back(); }
    Matrix slope, below;  ///< of the loss by a layer's outputs, while going back
  };

  /// Weights and biases uniform in ± 1 / √(size of the layer below).
  ResidualNetwork(NetworkShape shape, Rng& rng);

  const NetworkShape& shape() const noexcept { return shape_; }
  /// All weights and biases, layer after layer, and those of the score last.
  Vector& parameters() noexcept { return parameters_; }
  const Vector& parameters() const noexcept { return parameters_; }

  /// `inputs` has a column for each point.
  void forward(const Matrix& inputs, Pass& pass) const;

  /// Derivatives of a loss by the parameters, from those by the scores and, where the features are used
  /// otherwise too, by the features (same shape, or empty).
  void backward(Pass& pass, const RowVector& by_score, const Matrix& by_features, Vector& gradient) const;

  /// Derivatives of each point's score by its own inputs: a column for each point.
  Matrix input_gradient(Pass& pass) const;
  /// The same of whatever has these derivatives by the features.
  Matrix input_gradient(Pass& pass, const Matrix& by_features) const;

 private:
  struct Layer {
    Eigen::Index inputs, outputs, start;  // in the parameters: weights column by column, then biases
    bool skip;
  };
  using ConstWeights = Eigen::Map<const Matrix>;
  using Weights = Eigen::Map<Matrix>;
  using ConstBiases = Eigen::Map<const Vector>;

  ConstWeights weights(const Layer& layer) const {
    return {parameters_.data() + layer.start, layer.outputs, layer.inputs};
  }
  ConstBiases biases(const Layer& layer) const {
    return {parameters_.data() + layer.start + layer.outputs * layer.inputs, layer.outputs};
  }
  void through(std::size_t layer, Pass& pass) const;

  NetworkShape shape_;
  std::vector<Layer> layers_;  // hidden ones
  Layer head_;
  Vector parameters_;
};

extern template class ResidualNetwork<float>;
extern template class ResidualNetwork<double>;

}  // namespace hone::learners
