// SPDX-License-Identifier: MIT
#include "hone/baselines/taught_features.hpp"

#include <utility>

namespace hone::baselines {

TaughtFeatures::TaughtFeatures(model::Columns columns, std::shared_ptr<const meta::MetaKnowledge> knowledge,
                               double shift)
    : columns_(std::move(columns)), knowledge_(std::move(knowledge)), shift_(shift) {}

FeatureMap::Seen TaughtFeatures::see(const model::Points& points) const {
  const meta::Seen seen = meta::look(*knowledge_, points);
  return {seen.features.transpose(), seen.mean.array() + shift_};
}

// The last layer: a weight for each feature, then the bias.
Eigen::VectorXd TaughtFeatures::offset_slope() const {
  const Eigen::VectorXf& parameters = knowledge_->network.parameters();
  const Eigen::Index features = knowledge_->network.shape().features;
  return parameters.segment(parameters.size() - 1 - features, features).cast<double>();
}

std::vector<Eigen::MatrixXd> TaughtFeatures::by_coordinates(
    const model::Points& points, std::span<const Eigen::MatrixXd> by_features) const {
  meta::Network::Pass pass;
  knowledge_->network.forward(knowledge_->inputs.of(points), pass);
  std::vector<Eigen::MatrixXd> out;
  for (const Eigen::MatrixXd& one : by_features) {
    out.push_back(knowledge_->inputs.by_coordinates(
        knowledge_->network.input_gradient(pass, one.cast<float>()), points));
  }
  return out;
}

}  // namespace hone::baselines
