// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "hone/learners/gaussian_network.hpp"
#include "hone/learners/network_classifier.hpp"
#include "hone/model/dataset.hpp"

namespace hone::baselines {

/// What is expected of points before the target has said anything, and how far off that may be.
struct Expected {
  Eigen::VectorXd mean;
  Eigen::VectorXd deviation;
};

struct ExpectedGradient {
  Expected value;
  Eigen::MatrixXd mean;       ///< m x d, by the coordinates
  Eigen::MatrixXd deviation;  ///< m x d
};

struct PriorOptions {
  int width = 50;
  int blocks = 2;
  learners::GaussianTraining training = {};
};

/// A network that has learned from all sources together what values points have in general. The sources must
/// have been brought to one scale before.
class NetworkPrior {
 public:
  using Network = learners::GaussianNetwork<float>;

  /// All of the same columns. The same sources give the same prior.
  static NetworkPrior learn(const model::Columns& columns, const std::vector<const model::Dataset*>& sources,
                            const PriorOptions& options);
  /// What numbers() of another prior has told; nothing when they are not of such a network.
  static std::optional<NetworkPrior> recall(const model::Columns& columns, const std::vector<double>& numbers,
                                            const PriorOptions& options);

  std::vector<double> numbers() const;

  Expected at(const model::Points& points) const;
  ExpectedGradient with_gradient(const model::Points& points) const;

 private:
  NetworkPrior(learners::NetworkInputs inputs, Network network);

  learners::NetworkInputs inputs_;
  Network network_;
};

}  // namespace hone::baselines
