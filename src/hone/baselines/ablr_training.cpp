// SPDX-License-Identifier: MIT
#include "hone/baselines/ablr_training.hpp"

#include <functional>
#include <limits>
#include <utility>

#include "hone/numeric/lbfgs.hpp"

namespace hone::baselines {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

VectorXd AblrLoss::flat(const AblrParameters& parameters) const {
  VectorXd out(this->parameters());
  out.head(network_.parameters()) = parameters.network;
  Index at = network_.parameters();
  for (const Precisions& head : parameters.heads) {
    out[at++] = head.log_alpha;
    out[at++] = head.log_beta;
  }
  return out;
}

AblrParameters AblrLoss::unfolded(const VectorXd& flat) const {
  AblrParameters out{flat.head(network_.parameters()), {}};
  for (Index at = network_.parameters(); at < flat.size(); at += 2)
    out.heads.push_back({flat[at], flat[at + 1]});
  return out;
}

double AblrLoss::operator()(const VectorXd& flat, VectorXd& gradient) const {
  gradient.setZero();
  double sum = 0.0;
  Index at = network_.parameters();
  for (const AblrTask& task : tasks_) {
    const std::vector<MatrixXd> layers = network_.run(flat, task.inputs);
    MatrixXd by_features(network_.features(), task.y.size());
    const HeadLoss loss = head_loss(layers.back(), task.y, {flat[at], flat[at + 1]}, by_features);
    sum += loss.value;
    gradient[at++] = loss.by_log_alpha;
    gradient[at++] = loss.by_log_beta;
    network_.add_gradient(flat, task.inputs, layers, std::move(by_features), gradient);
  }
  return sum;
}

AblrParameters train(const AblrNetwork& network, std::span<const AblrTask> tasks, const AblrParameters& start,
                     int steps) {
  const AblrLoss loss(network, tasks);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::size_t heads = tasks.size();
  const VectorXd free = VectorXd::Constant(network.parameters(), kInfinity);
  const VectorXd lower = loss.flat({-free, std::vector(heads, kLeastPrecisions)});
  const VectorXd upper = loss.flat({free, std::vector(heads, kMostPrecisions)});
  return loss.unfolded(
      numeric::minimise_lbfgs(std::cref(loss), loss.flat(start), lower, upper, {.max_iterations = steps}).x);
}

}  // namespace hone::baselines
