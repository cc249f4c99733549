// SPDX-License-Identifier: MIT
#include "hone/baselines/ablr_body.hpp"

#include <utility>

namespace hone::baselines {

AblrBody::AblrBody(OneHot encoding, AblrNetwork network, Eigen::VectorXd parameters)
    : encoding_(std::move(encoding)), network_(network), parameters_(std::move(parameters)) {}

FeatureMap::Seen AblrBody::see(const model::Points& points) const {
  return {std::move(network_.run(parameters_, encoding_.encode(points)).back()),
          Eigen::VectorXd::Zero(points.rows())};
}

std::vector<Eigen::MatrixXd> AblrBody::by_coordinates(const model::Points& points,
                                                      std::span<const Eigen::MatrixXd> by_features) const {
  const std::vector<Eigen::MatrixXd> layers = network_.run(parameters_, encoding_.encode(points));
  std::vector<Eigen::MatrixXd> out;
  for (const Eigen::MatrixXd& one : by_features)
    out.push_back(encoding_.by_coordinates(network_.by_inputs(parameters_, layers, one), points));
  return out;
}

}  // namespace hone::baselines
