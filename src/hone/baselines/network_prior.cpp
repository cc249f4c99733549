// SPDX-License-Identifier: MIT
#include "hone/baselines/network_prior.hpp"

#include <algorithm>
#include <utility>

namespace hone::baselines {
namespace {

using Eigen::Index;

// Always the same, so that workers that train it at the same time agree.
constexpr std::uint64_t kPriorSeed = 33;

learners::NetworkShape shape_of(const learners::NetworkInputs& inputs, const PriorOptions& options) {
  return {.inputs = std::max(inputs.size(), 1),
          .width = options.width,
          .blocks = options.blocks,
          .features = options.width};
}

Expected expected_of(const NetworkPrior::Network::Pass& pass) {
  return {pass.mean().transpose().cast<double>(), pass.deviation.transpose().cast<double>()};
}

}  // namespace

NetworkPrior::NetworkPrior(learners::NetworkInputs inputs, Network network)
    : inputs_(std::move(inputs)), network_(std::move(network)) {}

NetworkPrior NetworkPrior::learn(const model::Columns& columns,
                                 const std::vector<const model::Dataset*>& sources,
                                 const PriorOptions& options) {
  learners::NetworkInputs inputs(columns);
  const learners::NetworkShape shape = shape_of(inputs, options);
  Index rows = 0;
  for (const model::Dataset* source : sources) rows += source->size();
  Eigen::MatrixXf points(shape.inputs, rows);
  Eigen::RowVectorXf values(rows);
  Index at = 0;
  for (const model::Dataset* source : sources) {
    points.middleCols(at, source->size()) = inputs.of(source->points());
    values.segment(at, source->size()) = source->y().transpose().cast<float>();
    at += source->size();
  }
  Network network = learners::train_gaussian(shape, points, values, options.training, kPriorSeed);
  return {std::move(inputs), std::move(network)};
}

std::optional<NetworkPrior> NetworkPrior::recall(const model::Columns& columns,
                                                 const std::vector<double>& numbers,
                                                 const PriorOptions& options) {
  learners::NetworkInputs inputs(columns);
  Rng rng(kPriorSeed);
  Network network(shape_of(inputs, options), rng);
  if (std::ssize(numbers) != network.parameters().size()) return std::nullopt;
  network.set_parameters(
      Eigen::Map<const Eigen::VectorXd>(numbers.data(), std::ssize(numbers)).cast<float>());
  return NetworkPrior(std::move(inputs), std::move(network));
}

std::vector<double> NetworkPrior::numbers() const {
  const Eigen::VectorXf parameters = network_.parameters();
  return {parameters.begin(), parameters.end()};
}

Expected NetworkPrior::at(const model::Points& points) const {
  Network::Pass pass;
  network_.forward(inputs_.of(points), pass);
  return expected_of(pass);
}

ExpectedGradient NetworkPrior::with_gradient(const model::Points& points) const {
  Network::Pass pass;
  network_.forward(inputs_.of(points), pass);
  ExpectedGradient out{expected_of(pass), {}, {}};
  out.mean = inputs_.by_coordinates(network_.mean_gradient(pass), points);
  out.deviation = inputs_.by_coordinates(network_.deviation_gradient(pass), points);
  return out;
}

}  // namespace hone::baselines
