// SPDX-License-Identifier: MIT
#include "hone/baselines/ablr_network.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "hone/base/clones.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::baselines {
namespace {

namespace blas = numeric::blas;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// tanh(x) = 1 - 2 / (1 + exp(2x)), right to a rounding of 1, in a form that compilers make vectors of:
// networks spend most of their time here. exp(t) is 2ⁿ times a Taylor polynomial of what is left of t, at
// most (log 2)/2. Adding 1.5 · 2⁵² rounds to an integer and leaves it in the last bits.
HONE_VECTOR_CLONES void squash(double* x, Index count) {
  constexpr double kRound = 0x1.8p52;
  constexpr double kLog2High = 0x1.62e42fefa0000p-1;
  constexpr double kLog2Low = 0x1.cf79abc9e3b3ap-40;
  constexpr std::array kInverseFactorials = {
      1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
      1.0 / 120,       1.0 / 24,       1.0 / 6,       1.0 / 2,      1.0,         1.0};
  for (Index i = 0; i < count; ++i) {
    // No further than 40, where tanh is 1. Bits of positive numbers grow with them, and the lesser of two
    // integers becomes vectors where a choice between two doubles does not.
    const double size = std::bit_cast<double>(
        std::min(std::bit_cast<std::uint64_t>(std::abs(2.0 * x[i])), std::bit_cast<std::uint64_t>(40.0)));
    const double t = std::copysign(size, x[i]);
    const double shifted = t * std::numbers::log2e + kRound;
    const double n = shifted - kRound;
    const double r = (t - n * kLog2High) - n * kLog2Low;
    double e = kInverseFactorials[0];
    for (std::size_t k = 1; k < kInverseFactorials.size(); ++k) e = e * r + kInverseFactorials[k];
    const auto power = std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + 1023) << 52);
    x[i] = 1.0 - 2.0 / (1.0 + e * power);
  }
}

// The derivative of tanh, told by its value.
void times_slope(const MatrixXd& squashed, MatrixXd& by_value) {
  by_value.array() *= 1.0 - squashed.array().square();
}

}  // namespace

AblrNetwork::AblrNetwork(Index inputs, int layers, int width)
    : inputs_(inputs),
      width_(width),
      layers_(static_cast<std::size_t>(layers)),
      parameters_(first_parameter(layers_)) {}

Index AblrNetwork::first_parameter(std::size_t layer) const {
  if (layer == 0) return 0;
  return width_ * (inputs_ + 1) + static_cast<Index>(layer - 1) * width_ * (width_ + 1);
}

VectorXd AblrNetwork::initial(Rng& rng) const {
  VectorXd out = VectorXd::Zero(parameters_);
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    const double deviation = std::sqrt(2.0 / static_cast<double>(fan_in(layer) + width_));
    for (double& weight : out.segment(first_parameter(layer), width_ * fan_in(layer)))
      weight = deviation * rng.normal();
  }
  return out;
}

std::vector<MatrixXd> AblrNetwork::run(const VectorXd& parameters, const MatrixXd& inputs) const {
  std::vector<MatrixXd> layers;
  layers.reserve(layers_);
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    const MatrixXd& below = layer == 0 ? inputs : layers.back();
    const double* first = parameters.data() + first_parameter(layer);
    const Eigen::Map<const MatrixXd> weights(first, width_, fan_in(layer));
    const Eigen::Map<const VectorXd> biases(first + weights.size(), width_);
    MatrixXd sums = biases.replicate(1, inputs.cols());
    blas::gemm(blas::Op::Plain, blas::Op::Plain, 1.0, weights, below, 1.0, sums);
    squash(sums.data(), sums.size());
    layers.push_back(std::move(sums));
  }
  return layers;
}

void AblrNetwork::add_gradient(const VectorXd& parameters, const MatrixXd& inputs,
                               const std::vector<MatrixXd>& layers, MatrixXd by_features,
                               VectorXd& gradient) const {
  for (std::size_t layer = layers_; layer-- > 0;) {
    times_slope(layers[layer], by_features);
    const MatrixXd& below = layer == 0 ? inputs : layers[layer - 1];
    double* first = gradient.data() + first_parameter(layer);
    Eigen::Map<MatrixXd> by_weights(first, width_, fan_in(layer));
    Eigen::Map<VectorXd> by_biases(first + by_weights.size(), width_);
    blas::gemm(blas::Op::Plain, blas::Op::Transposed, 1.0, by_features, below, 1.0, by_weights);
    by_biases += by_features.rowwise().sum();
    if (layer == 0) break;
    const Eigen::Map<const MatrixXd> weights(parameters.data() + first_parameter(layer), width_, width_);
    MatrixXd by_below(width_, inputs.cols());
    blas::gemm(blas::Op::Transposed, blas::Op::Plain, 1.0, weights, by_features, 0.0, by_below);
    by_features.swap(by_below);
  }
}

MatrixXd AblrNetwork::by_inputs(const VectorXd& parameters, const std::vector<MatrixXd>& layers,
                                MatrixXd by_features) const {
  for (std::size_t layer = layers_; layer-- > 0;) {
    times_slope(layers[layer], by_features);
    const Eigen::Map<const MatrixXd> weights(parameters.data() + first_parameter(layer), width_,
                                             fan_in(layer));
    MatrixXd by_below(fan_in(layer), by_features.cols());
    blas::gemm(blas::Op::Transposed, blas::Op::Plain, 1.0, weights, by_features, 0.0, by_below);
    by_features.swap(by_below);
  }
  return by_features;
}

}  // namespace hone::baselines
