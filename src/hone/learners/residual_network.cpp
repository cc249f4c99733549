// SPDX-License-Identifier: MIT
#include "hone/learners/residual_network.hpp"

#include <cmath>

#include "hone/learners/elu.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::learners {

using numeric::blas::gemm;
using Product = numeric::blas::Op;

template <class Scalar>
ResidualNetwork<Scalar>::ResidualNetwork(NetworkShape shape, Rng& rng) : shape_(shape) {
  Eigen::Index start = 0;
  const auto layer = [&](int inputs, int outputs, bool skip) {
    const Layer made{inputs, outputs, start, skip};
    start += Eigen::Index{outputs} * (inputs + 1);
    return made;
  };
  layers_.push_back(layer(shape.inputs, shape.width, false));
  for (int i = 0; i < shape.blocks; ++i) layers_.push_back(layer(shape.width, shape.width, true));
  layers_.push_back(layer(shape.width, shape.features, false));
  head_ = layer(shape.features, 1, false);
  parameters_.resize(start);
  const auto draw = [&](const Layer& one) {
    const double reach = 1.0 / std::sqrt(static_cast<double>(one.inputs));
    for (Scalar& parameter : parameters_.segment(one.start, one.outputs * (one.inputs + 1)))
      parameter = static_cast<Scalar>(rng.uniform(-reach, reach));
  };
  for (const Layer& one : layers_) draw(one);
  draw(head_);
}

template <class Scalar>
void ResidualNetwork<Scalar>::forward(const Matrix& inputs, Pass& pass) const {
  pass.layers.resize(layers_.size() + 1);
  pass.layers[0] = inputs;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Matrix& in = pass.layers[i];
    Matrix& out = pass.layers[i + 1];
    out.resize(layers_[i].outputs, in.cols());
    gemm(Product::Plain, Product::Plain, Scalar(1), weights(layers_[i]), in, Scalar(0), out);
    if (layers_[i].skip) out += in;
    out.colwise() += biases(layers_[i]);
    elu(out.data(), out.size());
  }
  pass.score.noalias() = weights(head_) * pass.features();
  pass.score.array() += biases(head_)[0];
}

// Turns pass.slope, by the outputs of a layer, into that by what goes into its ELU: the derivative of ELU is
// 1 above zero and output + 1 below.
template <class Scalar>
void ResidualNetwork<Scalar>::through(std::size_t layer, Pass& pass) const {
  pass.slope.array() *= pass.layers[layer + 1].array().min(Scalar(0)) + Scalar(1);
}

template <class Scalar>
void ResidualNetwork<Scalar>::backward(Pass& pass, const RowVector& by_score, const Matrix& by_features,
                                       Vector& gradient) const {
  gradient.resize(parameters_.size());
  const auto by_weights = [&](const Layer& layer) {
    return Weights(gradient.data() + layer.start, layer.outputs, layer.inputs);
  };
  const auto by_biases = [&](const Layer& layer) {
    return gradient.segment(layer.start + layer.outputs * layer.inputs, layer.outputs);
  };
  by_weights(head_).noalias() = by_score * pass.features().transpose();
  by_biases(head_)[0] = by_score.sum();
  pass.slope.noalias() = weights(head_).transpose() * by_score;
  if (by_features.size() > 0) pass.slope += by_features;
  for (std::size_t i = layers_.size(); i-- > 0;) {
    through(i, pass);
    gemm(Product::Plain, Product::Transposed, Scalar(1), pass.slope, pass.layers[i], Scalar(0),
         by_weights(layers_[i]));
    by_biases(layers_[i]) = pass.slope.rowwise().sum();
    if (i == 0) break;
    pass.below.resize(layers_[i].inputs, pass.slope.cols());
    gemm(Product::Transposed, Product::Plain, Scalar(1), weights(layers_[i]), pass.slope, Scalar(0),
         pass.below);
    if (layers_[i].skip) pass.below += pass.slope;
    pass.slope.swap(pass.below);
  }
}

template <class Scalar>
typename ResidualNetwork<Scalar>::Matrix ResidualNetwork<Scalar>::input_gradient(Pass& pass) const {
  return input_gradient(pass, weights(head_).transpose().replicate(1, pass.score.size()));
}

template <class Scalar>
typename ResidualNetwork<Scalar>::Matrix ResidualNetwork<Scalar>::input_gradient(
    Pass& pass, const Matrix& by_features) const {
  pass.slope = by_features;
  for (std::size_t i = layers_.size(); i-- > 0;) {
    through(i, pass);
    pass.below.resize(layers_[i].inputs, pass.slope.cols());
    gemm(Product::Transposed, Product::Plain, Scalar(1), weights(layers_[i]), pass.slope, Scalar(0),
         pass.below);
    if (layers_[i].skip) pass.below += pass.slope;
    pass.slope.swap(pass.below);
  }
  return pass.slope;
}

template class ResidualNetwork<float>;
template class ResidualNetwork<double>;

}  // namespace hone::learners
